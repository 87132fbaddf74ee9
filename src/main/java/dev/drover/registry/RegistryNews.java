package dev.drover.registry;

import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.client.RegistryListener;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells once that a registry is away, and that it is back; then its workloads go on. */
final class RegistryNews implements RegistryListener {
    private static final Logger LOG = LoggerFactory.getLogger("dev.drover.registry.sync");

    private final Consumer<Notice> events;
    private final Function<String, Optional<Notice.ObjectReference>> services;
    private final Consumer<String> back;

    /**
     * @param services the Service of a registry, which its Events are about
     * @param back id of a registry that answers again
     */
    RegistryNews(
            Consumer<Notice> events,
            Function<String, Optional<Notice.ObjectReference>> services,
            Consumer<String> back) {
        this.events = events;
        this.services = services;
        this.back = back;
    }

    /** What Events about a registry's Service are about. */
    static Notice.ObjectReference reference(ObjectKey service, String uid) {
        return new Notice.ObjectReference(
                "v1", "Service", service.namespace(), service.name(), uid);
    }

    @Override
    public void unavailable(String registry, String cause) {
        String text = "registry %s unavailable: %s".formatted(registry, cause);
        LOG.warn("{}", text);
        tell(registry, Notice.Type.WARNING, "RegistryUnavailable", text);
    }

    @Override
    public void available(String registry, Duration after) {
        String text = "registry %s available again after %s".formatted(registry, words(after));
        LOG.info("{}", text);
        tell(registry, Notice.Type.NORMAL, "RegistryAvailable", text);
        back.accept(registry);
    }

    /** An Event about the registry's Service, if it has one. */
    void tell(String registry, Notice.Type type, String reason, String text) {
        services.apply(registry)
                .ifPresent(
                        service ->
                                events.accept(
                                        new Notice(service, type, reason, "CallRegistry", text)));
    }

    /** {@code 4m10s}. */
    static String words(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return seconds + "s";
        }
        return seconds < 3600
                ? "%dm%ds".formatted(seconds / 60, seconds % 60)
                : "%dh%dm".formatted(seconds / 3600, seconds % 3600 / 60);
    }
}
