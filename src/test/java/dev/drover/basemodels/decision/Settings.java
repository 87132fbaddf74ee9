package dev.drover.basemodels.decision;

import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.basemodels.settings.JobKeys;
import dev.drover.config.Key;
import dev.drover.config.Values;
import java.util.HashMap;
import java.util.Map;

/** Configurations that differ from the shipped one in a few keys. */
public final class Settings {
    private final Map<Key<?>, Object> changed = new HashMap<>();

    private Settings() {}

    /** As shipped: only the images are named. */
    public static BasemodelsConfiguration defaults() {
        return changing().build();
    }

    public static BasemodelsConfiguration agent() {
        return changing().with(BasemodelsKeys.EXTRACTOR, Extractor.OME_AGENT).build();
    }

    public static Settings changing() {
        return new Settings()
                .with(JobKeys.IMAGE, "registry.example/drover:1")
                .with(BasemodelsKeys.AGENT_IMAGE, "registry.example/ome-agent:1");
    }

    public <T> Settings with(Key<T> key, T value) {
        changed.put(key, value);
        return this;
    }

    public BasemodelsConfiguration build() {
        Values defaults = BasemodelsKeys.SCHEMA.defaults();
        return BasemodelsConfiguration.of(
                new Values() {
                    @Override
                    @SuppressWarnings("unchecked")
                    public <T> T get(Key<T> key) {
                        return changed.containsKey(key) ? (T) changed.get(key) : defaults.get(key);
                    }
                });
    }
}
