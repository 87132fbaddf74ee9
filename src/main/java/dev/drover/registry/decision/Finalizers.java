package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.Workload;
import java.util.ArrayList;
import java.util.List;

/** Finalizers of a workload (spec registry 9.3). By default there are none. */
final class Finalizers {
    private final Workload workload;
    private final Wording wording;

    Finalizers(Situation situation) {
        this.workload = situation.object();
        this.wording = new Wording(situation);
    }

    Intent add() {
        List<String> all = new ArrayList<>(workload.finalizers());
        all.add(Workload.REGISTRY);
        return new MetadataPatch(workload)
                .finalizers(all)
                .intent(
                        MetadataPatch.NAME,
                        wording.quietly("finalizer", "finalizer " + Workload.REGISTRY + " added"));
    }

    Intent remove() {
        return without(
                List.of(Workload.REGISTRY),
                wording.quietly("finalizer", "finalizer " + Workload.REGISTRY + " removed"));
    }

    /** Takes Drover's away although its record could not be closed. */
    Intent giveUp() {
        return without(
                List.of(Workload.REGISTRY),
                wording.warning(
                        "deadline",
                        "DeletedUnrecorded",
                        MetadataPatch.REMOVE_FINALIZER,
                        "deleted though its record could not be closed; a sweep will close it"));
    }

    /** Those of other registry controllers, which can outlive their controller (hub #2789). */
    List<String> foreign() {
        return workload.finalizers().stream()
                .filter(DomainKeys.foreignFinalizers()::contains)
                .toList();
    }

    Intent removeForeign() {
        List<String> removed = foreign();
        return without(
                removed,
                wording.warning(
                        "foreign-finalizer",
                        "ForeignFinalizerRemoved",
                        MetadataPatch.REMOVE_FINALIZER,
                        "finalizer %s removed, which held the deletion up"
                                .formatted(String.join(", ", removed))));
    }

    private Intent without(List<String> removed, Intent.Account account) {
        return new MetadataPatch(workload)
                .finalizers(
                        workload.finalizers().stream().filter(it -> !removed.contains(it)).toList())
                .intent(MetadataPatch.REMOVE_FINALIZER, account);
    }
}
