package dev.drover.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The configuration that the process runs with: defaults, overridden by a file, overridden by
 * variables {@code DROVER_…}. Loading it either succeeds as a whole or lists every problem. Live
 * keys change while running when a {@link ConfigurationWatch} takes an edit over; the others stay
 * as they were at start. Thread-safe.
 */
public final class Configuration implements Values {
    /** The file that is read when {@code DROVER_CONFIG} names no other; it may be absent. */
    public static final Path DEFAULT_FILE = Path.of("/etc/drover/drover.properties");

    private final ConfigurationSource source;
    private final FileContent loaded;
    private final List<LiveView<?>> views = new CopyOnWriteArrayList<>();
    private final List<String> warnings;
    private volatile Snapshot snapshot;

    private Configuration(ConfigurationSource source, FileContent loaded, Resolution resolution) {
        this.source = source;
        this.loaded = loaded;
        this.snapshot = resolution.snapshot();
        this.warnings = List.copyOf(resolution.warnings());
    }

    /**
     * Reads the file that {@code DROVER_CONFIG} names, which then must exist, or the default one if
     * there is one, and the environment.
     *
     * @throws ConfigurationException with every problem
     */
    public static Configuration load(Schema schema, Map<String, String> environment) {
        return load(new ConfigurationSource(schema, environment));
    }

    static Configuration load(ConfigurationSource source) {
        FileContent content = source.content();
        Resolution resolution = source.resolve(content, source.required());
        if (!resolution.problems().isEmpty()) {
            throw new ConfigurationException(resolution.problems());
        }
        return new Configuration(source, content, resolution);
    }

    @Override
    public <T> T get(Key<T> key) {
        return snapshot.get(key);
    }

    /**
     * A value made of several keys that follows their edits. An edit for which {@code view} throws
     * an {@link IllegalArgumentException} is refused as a whole. Reading it costs a field access.
     */
    public synchronized <T> Supplier<T> live(Function<Values, T> view) {
        LiveView<T> live = new LiveView<>(view, snapshot);
        views.add(live);
        return live;
    }

    /** Every key as it is in force, in the order of the manual; secrets masked. */
    public List<EffectiveValue> effective() {
        return snapshot.effective();
    }

    /**
     * Where values come from, as the start block names it: the file, if any, and the environment.
     */
    public List<String> sources() {
        return loaded.equals(FileContent.ABSENT)
                ? List.of("environment")
                : List.of(source.file().toString(), "environment");
    }

    /** What was passed over at start, one sentence each, for the log. */
    public List<String> warnings() {
        return warnings;
    }

    /**
     * Every key for Camel's placeholders, as texts: a route may write {@code
     * {{drover.weights.concurrency}}}. Placeholders are resolved once, so live keys belong to
     * beans.
     */
    public Properties asCamelProperties() {
        return snapshot.properties();
    }

    /** What was read at start. */
    FileContent loaded() {
        return loaded;
    }

    ConfigurationSource source() {
        return source;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** Puts the live keys in force, all or none. */
    synchronized void apply(Snapshot edited) {
        Snapshot next = snapshot.withLiveKeysOf(edited);
        List<Runnable> prepared = new ArrayList<>();
        views.forEach(view -> prepared.add(view.prepare(next)));
        snapshot = next;
        prepared.forEach(Runnable::run);
    }
}
