package dev.drover.registry;

import dev.drover.intents.EventRecorder;
import dev.drover.intents.Notice;
import dev.drover.registry.decision.Decision;
import dev.drover.registry.decision.Situation;
import dev.drover.registry.decision.Standing;
import dev.drover.registry.objects.Workload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people how a workload is doing, when that changes (spec registry 12). What is written is
 * told by the act route; a registry that is away, once for all its workloads, by {@link
 * RegistryNews}.
 */
final class Announcer {
    private static final Logger LOG = LoggerFactory.getLogger("dev.drover.registry.sync");
    private static final String UNAVAILABLE = "RegistryUnavailable";

    /** Failing reasons whose Event has another word, or is sent with a write. */
    private static final Set<String> WITHOUT_EVENT = Set.of("LinkMismatch");

    private final EventRecorder events;
    private final RegistryMeters meters;

    Announcer(EventRecorder events, RegistryMeters meters) {
        this.events = events;
        this.meters = meters;
    }

    /** What the pass itself has to say, unless the last one said the same. */
    Object tell(Decision decision, Object lastTold) {
        List<Object> saying = List.of(decision.lines(), decision.notices());
        if (!saying.equals(lastTold)) {
            for (Decision.Line line : decision.lines()) {
                LOG.atLevel(
                                line.warning()
                                        ? org.slf4j.event.Level.WARN
                                        : org.slf4j.event.Level.INFO)
                        .log("{}", line.text());
            }
            for (Notice notice : decision.notices()) {
                events.record(RegistryFlow.NAME, notice);
                meters.told(notice);
            }
        }
        return saying;
    }

    /** A change of state or reason. */
    void changed(Situation situation, Optional<Standing> before, Standing now, boolean linked) {
        if (before.filter(it -> it.sameAs(now)).isPresent()) {
            return;
        }
        if (now.reason().equals("ForeignDomain")) {
            LOG.info(
                    "Reconciling {}: {}: labels of another domain only; drover.registry.domain says"
                            + " which is read",
                    situation.kind().kind(),
                    situation.key());
        }
        if (now.reason().equals(UNAVAILABLE)) {
            meters.failed(UNAVAILABLE);
            if (!linked || situation.workload().filter(Workload::terminating).isPresent()) {
                send(situation, now);
            }
        } else if (now.state() == Standing.State.FAILED) {
            meters.failed(now.reason());
            if (now.reason().equals("DeployRefused")) {
                situation
                        .request()
                        .ifPresent(it -> meters.deployed(it.known().registry(), "refused"));
            }
            LOG.warn(
                    "Reconciling {}: {}: {}",
                    situation.kind().kind(),
                    situation.key(),
                    now.message());
            if (!WITHOUT_EVENT.contains(now.reason())) {
                send(situation, now);
            }
        }
    }

    private void send(Situation situation, Standing standing) {
        situation
                .workload()
                .filter(workload -> !situation.gone())
                .map(Workload::reference)
                .ifPresent(
                        object ->
                                events.record(
                                        RegistryFlow.NAME,
                                        new Notice(
                                                object,
                                                Notice.Type.WARNING,
                                                standing.reason(),
                                                "Sync",
                                                standing.message())));
    }
}
