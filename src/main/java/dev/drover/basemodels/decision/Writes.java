package dev.drover.basemodels.decision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.job.JobManifest;
import dev.drover.basemodels.job.JobMetadata;
import dev.drover.basemodels.job.JobOrder;
import dev.drover.basemodels.objects.AgentStatus;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The intents of this flow, one by one (spec basemodels 4). */
final class Writes {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JOBS = "batch/v1/jobs";
    private static final String ACCOUNTS = "v1/serviceaccounts";
    private static final String BINDINGS = "rbac.authorization.k8s.io/v1/rolebindings";
    private static final String CONFIG_MAPS = "v1/configmaps";
    private static final String STATUS = "status";

    private final Inputs inputs;
    private final BaseModel model;

    Writes(Inputs inputs) {
        this.inputs = inputs;
        this.model = inputs.model();
    }

    Intent deleteJob(MetadataJob job, String why) {
        return new Intent.Delete(
                IntentNames.DELETE_JOB,
                JOBS,
                job.key(),
                job.uid(),
                account(IntentNames.DELETE_JOB, why, "Job " + job.key()));
    }

    Intent deleteConfigMap(AgentStatus status, String why) {
        return new Intent.Delete(
                IntentNames.DELETE_CONFIG_MAP,
                CONFIG_MAPS,
                status.key(),
                status.uid(),
                account(IntentNames.DELETE_CONFIG_MAP, why, "ConfigMap " + status.key()));
    }

    /**
     * @param finalizers the whole list: a merge patch replaces it
     */
    Intent patchFinalizers(List<String> finalizers, String why) {
        ObjectNode patch = modelPatch();
        ArrayNode list = ((ObjectNode) patch.get("metadata")).putArray("finalizers");
        finalizers.forEach(list::add);
        return patch(IntentNames.PATCH_FINALIZERS, "", patch, why, Optional.empty());
    }

    /**
     * @param annotations new values; an empty one takes the annotation away
     */
    Intent patchAnnotations(
            Map<String, Optional<String>> annotations, String why, Optional<Notice> notice) {
        return patch(
                IntentNames.PATCH_ANNOTATIONS,
                "",
                withAnnotations(modelPatch(), annotations),
                why,
                notice);
    }

    /** Fields and their provenance in one request, so that no crash can part them. */
    Intent patchSpec(ObjectNode spec, Map<String, Optional<String>> annotations, String why) {
        ObjectNode patch = withAnnotations(modelPatch(), annotations);
        if (!spec.isEmpty()) {
            patch.set("spec", spec);
        }
        return patch(IntentNames.PATCH_SPEC, "", patch, why, Optional.empty());
    }

    Intent patchStatus(ObjectNode status, String why, Optional<Notice> notice) {
        ObjectNode patch = modelPatch();
        patch.set(STATUS, status);
        return patch(IntentNames.PATCH_STATUS, STATUS, patch, why, notice);
    }

    private ObjectNode modelPatch() {
        ObjectNode patch = NODES.objectNode();
        patch.putObject("metadata").put("resourceVersion", model.resourceVersion());
        return patch;
    }

    private static ObjectNode withAnnotations(
            ObjectNode patch, Map<String, Optional<String>> annotations) {
        if (annotations.isEmpty()) {
            return patch;
        }
        ObjectNode values = ((ObjectNode) patch.get("metadata")).putObject("annotations");
        annotations.forEach((key, value) -> values.put(key, value.orElse(null)));
        return patch;
    }

    private Intent patch(
            String name,
            String subresource,
            ObjectNode patch,
            String why,
            Optional<Notice> notice) {
        return new Intent.MergePatch(
                name,
                model.kind().resource(),
                model.key(),
                subresource,
                patch,
                new Intent.Account(why, name + ": " + model + ", " + why, notice));
    }

    Intent createServiceAccount(String namespace) {
        ObjectKey key = new ObjectKey(namespace, inputs.settings().job().serviceAccount());
        ObjectNode object = named("v1", "ServiceAccount", key);
        object.put("automountServiceAccountToken", false);
        return create(
                IntentNames.CREATE_SERVICE_ACCOUNT,
                ACCOUNTS,
                key,
                object,
                Intent.Existing.ACCEPTED,
                "ServiceAccount " + key);
    }

    /** Lets the agent of a Job write its ConfigMap in the OME namespace. */
    Intent createRoleBinding(String jobNamespace) {
        String account = inputs.settings().job().serviceAccount();
        ObjectKey key =
                AgentNames.roleBinding(inputs.settings().agentNamespace(), account, jobNamespace);
        ObjectNode object = named("rbac.authorization.k8s.io/v1", "RoleBinding", key);
        object.putObject("roleRef")
                .put("apiGroup", "rbac.authorization.k8s.io")
                .put("kind", "Role")
                .put("name", AgentNames.ROLE);
        object.putArray("subjects")
                .addObject()
                .put("kind", "ServiceAccount")
                .put("name", account)
                .put("namespace", jobNamespace);
        return create(
                IntentNames.CREATE_ROLE_BINDING,
                BINDINGS,
                key,
                object,
                Intent.Existing.ACCEPTED,
                "RoleBinding " + key);
    }

    private static ObjectNode named(String apiVersion, String kind, ObjectKey key) {
        ObjectNode object = NODES.objectNode().put("apiVersion", apiVersion).put("kind", kind);
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("name", key.name()).put("namespace", key.namespace());
        metadata.putObject("labels")
                .put("app.kubernetes.io/name", "drover")
                .put("app.kubernetes.io/part-of", "drover")
                .put("app.kubernetes.io/managed-by", "drover");
        return object;
    }

    /** The name is the lock: a second create finds the first one's Job. */
    Intent createJob(JobOrder order) {
        return create(
                IntentNames.CREATE_JOB,
                JOBS,
                order.key(),
                JobManifest.of(order, inputs.settings()),
                Intent.Existing.JUDGED,
                "Job %s, attempt %d of %s"
                        .formatted(order.key(), order.attempt(), order.uri().canonical()));
    }

    private Intent create(
            String name,
            String resource,
            ObjectKey key,
            ObjectNode object,
            Intent.Existing existing,
            String what) {
        return new Intent.Create(
                name, resource, key, object, existing, account(name, "created", what));
    }

    /** Labels and owner that are missing; the template of a Job is never touched. */
    Intent adoptJob(MetadataJob job) {
        ObjectNode patch = NODES.objectNode();
        ObjectNode metadata = patch.putObject("metadata");
        metadata.put("uid", job.uid()).put("resourceVersion", job.resourceVersion());
        ObjectNode labels = metadata.putObject("labels");
        JobMetadata.labels(model, Map.of()).forEach(labels::put);
        if (!job.controlledBy(model.uid())) {
            ArrayNode owners = metadata.putArray("ownerReferences");
            for (JsonNode owner : job.owners()) {
                owners.add(owner.deepCopy());
            }
            owners.add(JobMetadata.owner(model));
        }
        return new Intent.MergePatch(
                IntentNames.ADOPT_JOB,
                JOBS,
                job.key(),
                "",
                patch,
                account(IntentNames.ADOPT_JOB, "adopted", "Job " + job.key()));
    }

    private Intent.Account account(String name, String why, String what) {
        return new Intent.Account(
                why, "%s: %s for %s".formatted(name, what, model), Optional.empty());
    }

    /** An Event about the model. */
    Notice notice(Verdict verdict, String action) {
        return new Notice(
                new Notice.ObjectReference(
                        ModelKind.API_VERSION,
                        model.kind().word(),
                        model.key().namespace(),
                        model.key().name(),
                        model.uid()),
                verdict.cause().type(),
                verdict.cause().word(),
                action,
                verdict.message());
    }
}
