package dev.drover.weights.providers;

import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.status.LogContext;
import dev.drover.weights.objects.ExternalProvider;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Tells of {@code ExternalProvider}s: in Events on them, in log lines that stand behind them. */
public final class ProviderEvents {
    private final Consumer<Notice> events;
    private final Function<ObjectKey, Optional<String>> uids;

    /**
     * @param events takes what is to be told
     * @param uids of providers: {@code kubectl describe} finds Events by the UID of their object
     */
    public ProviderEvents(Consumer<Notice> events, Function<ObjectKey, Optional<String>> uids) {
        this.events = events;
        this.uids = uids;
    }

    /** Runs {@code log} with its lines about the provider, whatever the thread works on. */
    public void about(ObjectKey provider, Runnable log) {
        LogContext.about(ExternalProvider.KIND, provider, log);
    }

    /** Sends an Event about the provider. */
    public void send(
            ObjectKey provider, Notice.Type type, String reason, String action, String note) {
        Notice.ObjectReference regarding =
                new Notice.ObjectReference(
                        ExternalProvider.API_VERSION,
                        ExternalProvider.KIND,
                        provider.namespace(),
                        provider.name(),
                        uids.apply(provider).orElse(null));
        events.accept(new Notice(regarding, type, reason, action, note));
    }
}
