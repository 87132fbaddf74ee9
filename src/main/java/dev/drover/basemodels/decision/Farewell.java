package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.intents.Intent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ends of a model's time with Drover: it is gone, it is being deleted, or its files live
 * somewhere else now (rows 1 to 3). None of them waits for anything.
 */
final class Farewell {
    private static final String GONE = "gone";
    private static final String DELETING = "deleting";
    private static final String LEAVING = "leaving";

    private final Inputs inputs;
    private final BaseModel model;
    private final Writes writes;
    private final List<Intent> intents = new ArrayList<>();

    private Farewell(Inputs inputs) {
        this.inputs = inputs;
        this.model = inputs.model();
        this.writes = new Writes(inputs);
    }

    static Decision gone(Inputs inputs) {
        Farewell farewell = new Farewell(inputs);
        farewell.deleteOwn(GONE);
        return farewell.decision(GONE);
    }

    static Decision deleting(Inputs inputs) {
        Farewell farewell = new Farewell(inputs);
        farewell.deleteOwn(DELETING);
        farewell.removeFinalizer(DELETING);
        return farewell.decision(DELETING);
    }

    /**
     * Happens once: what made it happen, our annotations and finalizer, goes last, so that a crash
     * in between is made good for by the next pass.
     */
    static Decision leaving(Inputs inputs) {
        Farewell farewell = new Farewell(inputs);
        if (!farewell.marked()) {
            return Decision.nothing();
        }
        farewell.deleteOwn(LEAVING);
        farewell.withdrawStatus();
        farewell.withdrawFields();
        farewell.removeFinalizer(LEAVING);
        return farewell.decision(LEAVING);
    }

    private boolean marked() {
        return model.annotations().containsKey(Extraction.ANNOTATION)
                || model.annotations().containsKey(ClaimNote.ANNOTATION)
                || model.finalizers().contains(AgentNames.FINALIZER);
    }

    private void deleteOwn(String why) {
        for (MetadataJob job : inputs.ownJobs()) {
            if (!job.deleting()) {
                intents.add(writes.deleteJob(job, why));
            }
        }
        boolean agent = inputs.settings().extractor() == Extractor.OME_AGENT;
        if (agent && marked()) { // of an unmarked model it is another controller's
            inputs.agentStatus()
                    .ifPresent(status -> intents.add(writes.deleteConfigMap(status, why)));
        }
    }

    private void withdrawStatus() {
        ModelStatus status = ModelStatus.of(model, inputs.conditionsSupported());
        if (status.hasOurs() && !status.state().isEmpty()) {
            intents.add(writes.patchStatus(status.withdrawal(), LEAVING, Optional.empty()));
        }
    }

    private void withdrawFields() {
        Map<String, Optional<String>> annotations = new LinkedHashMap<>();
        for (String key : List.of(Extraction.ANNOTATION, ClaimNote.ANNOTATION)) {
            if (model.annotations().containsKey(key)) {
                annotations.put(key, Optional.empty());
            }
        }
        if (!annotations.isEmpty()) {
            Extraction extraction =
                    ExtractionJson.read(model.annotations().get(Extraction.ANNOTATION));
            intents.add(
                    writes.patchSpec(
                            Provenance.withdraw(model.spec(), extraction.fields()),
                            annotations,
                            LEAVING));
        }
    }

    private void removeFinalizer(String why) {
        if (model.finalizers().contains(AgentNames.FINALIZER)) {
            intents.add(
                    writes.patchFinalizers(
                            model.finalizers().stream()
                                    .filter(each -> !each.equals(AgentNames.FINALIZER))
                                    .toList(),
                            why));
        }
    }

    private Decision decision(String why) {
        return new Decision(
                Optional.empty(),
                "",
                intents,
                Optional.empty(),
                Memory.NONE,
                List.of(),
                intents.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new LogLine(false, LogLines.reconciling(model, why, intents))),
                Optional.empty());
    }
}
