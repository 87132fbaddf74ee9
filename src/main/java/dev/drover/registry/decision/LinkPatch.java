package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.settings.StatusAnnotation;
import java.util.Optional;

/**
 * What of a workload's metadata has to change so that it names its record (row 18). A link that is
 * right is left alone, wherever it is kept: each write may restart model servers.
 */
final class LinkPatch {
    private final Situation situation;
    private final Workload workload;
    private final Reference record;
    private final Facts wanted;
    private final boolean done;

    /**
     * @param record to be named
     * @param environment of the record
     * @param model of the record
     * @param done what M and V ask for is recorded, so that they may be stripped
     */
    LinkPatch(
            Situation situation,
            Reference record,
            Reference environment,
            String model,
            boolean done) {
        this.situation = situation;
        this.workload = situation.object();
        this.record = record;
        this.done = done;
        this.wanted =
                new Facts(
                        situation.registry(),
                        record.text(),
                        environment.text(),
                        model,
                        workload.uid(),
                        Optional.empty());
    }

    boolean needed() {
        return !isNamed() || isMisnoted() || strips();
    }

    private boolean isNamed() {
        return record.text().equals(situation.link().orElse(""))
                && situation
                        .facts()
                        .map(Facts::registry)
                        .filter(it -> !it.equals(situation.registry()))
                        .isEmpty();
    }

    /** Drover noted another record on this very object. */
    private boolean isMisnoted() {
        return situation.configuration().linking().annotation() != StatusAnnotation.OFF
                && situation.facts().filter(it -> !it.link().equals(wanted)).isPresent();
    }

    private boolean strips() {
        return done
                && situation.strips()
                && (workload.labels().containsKey(situation.keys().model())
                        || workload.labels().containsKey(situation.keys().version()));
    }

    /**
     * @param standing what the annotation says besides the link, with {@code
     *     status-annotation=full}
     */
    Intent intent(Optional<Facts.Standing> standing, Intent.Account account) {
        MetadataPatch patch = new MetadataPatch(workload);
        String link = situation.keys().link();
        if (situation.linksInAnnotation()) {
            if (!record.text().equals(workload.labels().get(link))) {
                patch.removeLabel(link);
            }
        } else if (!record.text().equals(workload.labels().get(link))) {
            patch.label(link, record);
        }
        if (done && situation.strips()) {
            patch.removeLabel(situation.keys().model()).removeLabel(situation.keys().version());
        }
        String note = noted(standing);
        if (!annotates()) {
            situation.facts().ifPresent(stale -> patch.removeAnnotation(Workload.REGISTRY));
        } else if (!note.equals(workload.annotations().get(Workload.REGISTRY))) {
            patch.annotation(Workload.REGISTRY, note);
        }
        return patch.intent(MetadataPatch.NAME, account);
    }

    private boolean annotates() {
        return situation.linksInAnnotation()
                || situation.configuration().linking().annotation() != StatusAnnotation.OFF;
    }

    private String noted(Optional<Facts.Standing> standing) {
        return new Facts(
                        wanted.registry(),
                        wanted.record(),
                        wanted.environment(),
                        wanted.model(),
                        wanted.uid(),
                        standing)
                .text();
    }
}
