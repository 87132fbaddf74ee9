package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.JobOrder;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.objects.StorageUri;
import dev.drover.intents.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes intents of a plan: only what differs is written, and in an order that bears a crash. */
final class Writing {
    private final Inputs inputs;
    private final BaseModel model;
    private final Optional<StorageUri> uri;
    private final Writes writes;
    private final AgentWrites agent;
    private final List<Intent> intents = new ArrayList<>();

    Writing(Inputs inputs, Optional<StorageUri> uri) {
        this.inputs = inputs;
        this.model = inputs.model();
        this.uri = uri;
        this.writes = new Writes(inputs);
        this.agent = new AgentWrites(inputs, writes);
    }

    /** How long this has been what is to be shown. */
    static Duration lasted(Inputs inputs, Verdict verdict) {
        return inputs.memory().lasted(outcome(inputs, verdict), inputs.nanos());
    }

    private static String outcome(Inputs inputs, Verdict verdict) {
        return inputs.model().generation() + " " + Verdict.essence(verdict.message());
    }

    Decision decision(Plan plan) {
        if (plan.quiet()) {
            return quiet(plan);
        }
        Verdict wanted = plan.obstacle().orElse(plan.verdict());
        Optional<Intent> annotations = annotate(plan, wanted);
        Optional<Verdict> refused = annotations.flatMap(patch -> refused(plan, patch));
        Verdict shown = refused.orElse(wanted);
        Memory memory = inputs.memory().wanting(outcome(inputs, shown), inputs.nanos());
        StatusWrites status = new StatusWrites(inputs, uri, writes, plan, memory);
        delete(plan);
        if (plan.create().isPresent()) {
            agent.prepare().forEach(intents::add);
        }
        refused.ifPresent(verdict -> intents.addAll(status.tellBefore(verdict)));
        annotations.ifPresent(intents::add);
        agent.cleared(plan).ifPresent(intents::add);
        plan.adopt().ifPresent(job -> intents.add(writes.adoptJob(job)));
        plan.obstacle().ifPresent(verdict -> intents.addAll(status.tell(verdict)));
        plan.create().ifPresent(this::create);
        intents.addAll(status.tell(plan.verdict()));
        return new Decision(
                Optional.of(status.cause(shown)),
                shown.message(),
                intents,
                status.look(shown),
                status.memory(),
                status.notices(),
                line(status, shown),
                plan.end());
    }

    private Decision quiet(Plan plan) {
        return new Decision(
                Optional.of(plan.verdict().cause()),
                plan.verdict().message(),
                List.of(),
                plan.look(),
                inputs.memory(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private Optional<LogLine> line(StatusWrites status, Verdict shown) {
        boolean warning = status.cause(shown).group().warning();
        return intents.isEmpty()
                ? status.warning()
                : Optional.of(
                        new LogLine(
                                warning,
                                LogLines.reconciling(model, LogLines.outcome(shown), intents)));
    }

    private void delete(Plan plan) {
        for (MetadataJob job : plan.delete()) {
            if (!job.deleting()) {
                intents.add(writes.deleteJob(job, "not wanted"));
            }
        }
    }

    /** Why the same patch was refused the last time. */
    private Optional<Verdict> refused(Plan plan, Intent patch) {
        return ModelRefusal.of(inputs)
                .filter(refusal -> refusal.of(patch.name()))
                .map(refusal -> refusal.verdict(plan.extraction().map(Extraction::job)));
    }

    private Optional<Intent> annotate(Plan plan, Verdict shown) {
        Map<String, Optional<String>> changed = new LinkedHashMap<>();
        plan.extraction()
                .ifPresent(it -> change(changed, Extraction.ANNOTATION, ExtractionJson.write(it)));
        if (inputs.conditionsSupported()) {
            noteClaim(changed);
        }
        boolean success = plan.extraction().filter(Extraction::done).isPresent();
        if (success) {
            return Optional.of(writes.patchSpec(plan.spec(), changed, reason(plan, shown)));
        }
        return changed.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        writes.patchAnnotations(changed, reason(plan, shown), Optional.empty()));
    }

    private static String reason(Plan plan, Verdict shown) {
        return plan.end().map(end -> end.result().word()).orElse(shown.cause().word());
    }

    private void noteClaim(Map<String, Optional<String>> changed) {
        if (uri.isPresent()) {
            change(
                    changed,
                    ClaimNote.ANNOTATION,
                    ClaimNote.text(model, uri.get(), inputs.claim(), Optional.empty()));
        } else if (model.annotations().containsKey(ClaimNote.ANNOTATION)) {
            changed.put(ClaimNote.ANNOTATION, Optional.empty());
        }
    }

    private void change(Map<String, Optional<String>> changed, String key, String value) {
        if (!value.equals(model.annotations().get(key))) {
            changed.put(key, Optional.of(value));
        }
    }

    private void create(JobOrder order) {
        String namespace = order.key().namespace();
        if (inputs.settings().job().createServiceAccount()) {
            intents.add(writes.createServiceAccount(namespace));
        }
        if (agent.used()) {
            intents.add(writes.createRoleBinding(namespace));
        }
        intents.add(writes.createJob(order));
    }
}
