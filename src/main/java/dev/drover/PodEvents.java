package dev.drover;

import dev.drover.config.ConfigurationStatus;
import dev.drover.intents.EventRecorder;
import dev.drover.intents.Notice;
import dev.drover.routing.RouteSet;
import java.util.Optional;

/** Events about edits that Drover does not take over, on its own Pod; none where it is not one. */
final class PodEvents {
    /** Reporting controller of what no flow reports: {@code drover.dev/drover}. */
    private static final String REPORTER = "drover";

    private final Optional<Notice.ObjectReference> pod;
    private final EventRecorder events;

    PodEvents(Optional<Notice.ObjectReference> pod, EventRecorder events) {
        this.pod = pod;
        this.events = events;
    }

    /** An edit of the configuration was judged. */
    void configuration(ConfigurationStatus status) {
        if (!status.valid()) {
            tell("ConfigurationRejected", "ReadConfiguration", status.lastError());
        }
    }

    /** Users' routes were judged. */
    void routes(RouteSet routes) {
        if (!routes.valid()) {
            tell("RoutesRejected", "LoadRoutes", routes.lastError());
        }
    }

    private void tell(String reason, String action, String note) {
        pod.ifPresent(
                it ->
                        events.record(
                                REPORTER,
                                new Notice(it, Notice.Type.WARNING, reason, action, note)));
    }
}
