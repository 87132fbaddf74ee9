package dev.drover.weights;

import dev.drover.intents.EventRecorder;
import dev.drover.intents.Notice;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.status.LogContext;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.Optional;
import java.util.function.Function;

/** Tells of {@code ExternalProvider}s: in Events on them, in log lines that stand behind them. */
final class ProviderEvents {
    private static final String API_VERSION = "inference.opendatahub.io/v1alpha1";
    private static final String KIND = "ExternalProvider";

    private final EventRecorder recorder;
    private final Function<ObjectKey, Optional<String>> uids;

    /**
     * @param uids of providers: {@code kubectl describe} finds Events by the UID of their object
     */
    ProviderEvents(EventRecorder recorder, Function<ObjectKey, Optional<String>> uids) {
        this.recorder = recorder;
        this.uids = uids;
    }

    /** For the providers that the platform's cache knows. */
    static ProviderEvents of(Platform<WeightsConfiguration> platform) {
        ResourceCache providers = platform.caches().apply(WeightsResources.PROVIDERS);
        return new ProviderEvents(
                platform.events(),
                key -> providers.get(key).map(provider -> provider.getMetadata().getUid()));
    }

    /** Runs {@code log} with its lines about the provider, whatever the thread works on. */
    void about(ObjectKey provider, Runnable log) {
        LogContext.about(KIND, provider, log);
    }

    void send(ObjectKey provider, Notice.Type type, String reason, String action, String note) {
        Notice.ObjectReference regarding =
                new Notice.ObjectReference(
                        API_VERSION,
                        KIND,
                        provider.namespace(),
                        provider.name(),
                        uids.apply(provider).orElse(null));
        recorder.record(WeightsFlow.NAME, new Notice(regarding, type, reason, action, note));
    }
}
