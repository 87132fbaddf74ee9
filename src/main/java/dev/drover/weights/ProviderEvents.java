package dev.drover.weights;

import dev.drover.intents.EventRecorder;
import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;

/** Sends Events about {@code ExternalProvider}s. */
final class ProviderEvents {
    private static final String API_VERSION = "inference.opendatahub.io/v1alpha1";
    private static final String KIND = "ExternalProvider";

    private final EventRecorder recorder;

    ProviderEvents(EventRecorder recorder) {
        this.recorder = recorder;
    }

    void send(ObjectKey provider, Notice.Type type, String reason, String action, String note) {
        Notice.ObjectReference regarding =
                new Notice.ObjectReference(
                        API_VERSION, KIND, provider.namespace(), provider.name(), null);
        recorder.record(WeightsFlow.NAME, new Notice(regarding, type, reason, action, note));
    }
}
