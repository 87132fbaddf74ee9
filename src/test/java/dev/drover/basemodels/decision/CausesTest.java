package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.baseModel;
import static dev.drover.basemodels.decision.World.clusterBaseModel;
import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.ClaimUser;
import dev.drover.basemodels.objects.WarningEvent;
import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.basemodels.settings.Extract;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.basemodels.settings.FirstConsumer;
import dev.drover.basemodels.settings.JobKeys;
import dev.drover.intents.Outcome;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What users see (spec basemodels 5.5): for each cause a situation that leads to it, the state and
 * conditions of its group, the words that help, its Event and the next look.
 */
class CausesTest {
    /**
     * @param hint words that the message holds
     * @param look seconds, -1 = none
     */
    record Row(Cause cause, String hint, String event, long look, UnaryOperator<World> situation) {
        @Override
        public String toString() {
            return cause.word();
        }

        World world() {
            return situation.apply(null);
        }
    }

    private static Row row(
            Cause cause, String hint, String event, long look, UnaryOperator<World> situation) {
        return new Row(cause, hint, event, look, situation);
    }

    private static World pending(String bindingMode) {
        return baseModel("pvc://model-storage/llama-3-2-1b-instruct")
                .withClaim("llama-demo", "model-storage", "Pending")
                .withClass(bindingMode);
    }

    private static World changed(World world, String claimSpec) {
        World.merge((ObjectNode) world.claim.get("spec"), World.json(claimSpec));
        return world;
    }

    private static World running() {
        World world = onBoundClaim();
        world.settle();
        return world.after(16);
    }

    private static World waiting(String reason, String message) {
        World world = running();
        ObjectNode status = World.JSON.createObjectNode().put("phase", "Pending");
        status.putArray("containerStatuses")
                .addObject()
                .put("name", "extract")
                .putObject("state")
                .putObject("waiting")
                .put("reason", reason)
                .put("message", message);
        world.pod(status.toString());
        return world;
    }

    private static World warned(World world, String uid, String reason, String message) {
        world.warnings.put(uid, new WarningEvent(reason, message, world.now));
        return world;
    }

    private static World mounting(String reason) {
        World world = waiting("ContainerCreating", "");
        String pod = world.pods.values().iterator().next().at("/metadata/uid").asText();
        return warned(world, pod, reason, "Multi-Attach error");
    }

    private static World refused(String intent, Outcome outcome, int code, String message) {
        World world = onBoundClaim();
        world.refusals.put(intent, new World.Refused(outcome, code, message));
        world.pass();
        return world;
    }

    private static World ended(UnaryOperator<World> end) {
        return end.apply(running());
    }

    static Stream<Row> rows() {
        return Stream.of(
                row(
                        Cause.URI_INVALID,
                        "pvc://<claim>/<path>",
                        "Warning",
                        -1,
                        x -> baseModel("pvc://model-storage")),
                row(
                        Cause.URI_INVALID,
                        "pvc://<namespace>:<claim>/<path>",
                        "Warning",
                        -1,
                        x -> clusterBaseModel("pvc://model-storage/p")),
                row(
                        Cause.SHARDED_NOT_SUPPORTED,
                        "Use PerNode or leave it out",
                        "Warning",
                        -1,
                        x -> onBoundClaim().edit("{\"distribution\":\"Sharded\"}")),
                row(
                        Cause.BLOCK_VOLUME,
                        "volumeMode Filesystem is required",
                        "Warning",
                        -1,
                        x -> changed(onBoundClaim(), "{\"volumeMode\":\"Block\"}")),
                row(
                        Cause.CLAIM_NOT_FOUND,
                        "Create the claim or correct the URI; a BaseModel's claim is in the model's"
                                + " namespace",
                        "Warning",
                        60,
                        x -> baseModel("pvc://model-storage/p")),
                row(
                        Cause.CLAIM_TERMINATING,
                        "becomes Ready again when a claim of that name exists",
                        "Warning",
                        60,
                        x -> {
                            World world = onBoundClaim();
                            World.metadata(world.claim)
                                    .put("deletionTimestamp", "2026-11-30T10:00:00Z");
                            return world;
                        }),
                row(
                        Cause.CLAIM_LOST,
                        "Restore it or re-create the claim",
                        "Warning",
                        60,
                        x -> onBoundClaim().claimPhase("Lost")),
                row(
                        Cause.CLAIM_PENDING,
                        "not bound to a volume yet",
                        "Warning",
                        5,
                        x -> pending("Immediate")),
                row(
                        Cause.CLAIM_PENDING,
                        "| ProvisioningFailed: no space",
                        "Warning",
                        5,
                        x ->
                                warned(
                                        pending("Immediate"),
                                        "0d9c8b7a-6655-4433-2211-00ffeeddccbb",
                                        "ProvisioningFailed",
                                        "no space")),
                row(
                        Cause.WAITING_FOR_CONSUMER,
                        "drover.basemodels.first-consumer=job",
                        "Normal",
                        5,
                        x -> {
                            World world = pending("WaitForFirstConsumer");
                            world.settings =
                                    Settings.changing()
                                            .with(BasemodelsKeys.FIRST_CONSUMER, FirstConsumer.WAIT)
                                            .build();
                            return world;
                        }),
                row(
                        Cause.STORAGE_CLASS_MISSING,
                        "Create StorageClass fast or fix the claim",
                        "Warning",
                        5,
                        x -> {
                            World world = pending("Immediate");
                            world.storageClass = null;
                            return world;
                        }),
                row(
                        Cause.IMAGE_MISSING,
                        "Set drover.basemodels.job.image",
                        "Warning",
                        -1,
                        x -> {
                            World world = onBoundClaim();
                            world.settings = Settings.changing().with(JobKeys.IMAGE, "").build();
                            return world;
                        }),
                row(
                        Cause.IMAGE_MISSING,
                        "Set drover.basemodels.ome-agent.image",
                        "Warning",
                        -1,
                        x -> {
                            World world = onBoundClaim();
                            world.settings =
                                    Settings.changing()
                                            .with(BasemodelsKeys.EXTRACTOR, Extractor.OME_AGENT)
                                            .with(BasemodelsKeys.AGENT_IMAGE, "")
                                            .build();
                            return world;
                        }),
                row(
                        Cause.CREATE_FORBIDDEN,
                        "may not create jobs.batch in namespace llama-demo",
                        "Warning",
                        15,
                        x ->
                                refused(
                                        "CreateJob",
                                        Outcome.FORBIDDEN,
                                        403,
                                        "jobs.batch is forbidden")),
                row(
                        Cause.CREATE_FORBIDDEN,
                        "may not create serviceaccounts in namespace llama-demo",
                        "Warning",
                        15,
                        x -> refused("CreateServiceAccount", Outcome.FORBIDDEN, 403, "no")),
                row(
                        Cause.JOB_INVALID,
                        "Check drover.basemodels.job.* and the model's node selection",
                        "Warning",
                        15,
                        x -> refused("CreateJob", Outcome.INVALID, 422, "Job is invalid")),
                row(
                        Cause.QUOTA_EXCEEDED,
                        "Raise or free it. | exceeded quota: tiny",
                        "Warning",
                        15,
                        x -> refused("CreateJob", Outcome.DENIED, 403, "exceeded quota: tiny")),
                row(
                        Cause.JOB_DENIED,
                        "| admission webhook \"w\" denied",
                        "Warning",
                        15,
                        x ->
                                refused(
                                        "CreateJob",
                                        Outcome.DENIED,
                                        400,
                                        "admission webhook \"w\" denied")),
                row(
                        Cause.JOB_DENIED,
                        "| Internal error occurred: failed calling webhook",
                        "Warning",
                        15,
                        x ->
                                refused(
                                        "CreateJob",
                                        Outcome.ERROR,
                                        500,
                                        "Internal error occurred: failed calling webhook \"w\":"
                                                + " timeout")),
                row(
                        Cause.OTHER_JOB_CREATE_ERROR,
                        "| too large",
                        "Warning",
                        15,
                        x -> refused("CreateJob", Outcome.INVALID, 413, "too large")),
                row(
                        Cause.CLAIM_IN_USE,
                        "used by pod llama-demo/p1. Stop that pod or use ReadOnlyMany; this is not"
                                + " counted as an attempt",
                        "Warning",
                        30,
                        x -> {
                            World world =
                                    changed(
                                            onBoundClaim(),
                                            "{\"accessModes\":[\"ReadWriteOncePod\"]}");
                            world.users.add(
                                    new ClaimUser(ObjectKey.parse("llama-demo/p1"), "node-1"));
                            return world;
                        }),
                row(
                        Cause.JOB_CREATED,
                        "Job llama-demo/llama-3-2-1b-instruct-metadata-5da5816b38",
                        "Normal",
                        15,
                        x -> onBoundClaim()),
                row(
                        Cause.FIRST_CONSUMER_CREATED,
                        "an empty new volume will end as NoConfig",
                        "Normal",
                        15,
                        x -> pending("WaitForFirstConsumer")),
                row(
                        Cause.JOB_SUSPENDED,
                        "drover.basemodels.job.labels",
                        "Normal",
                        60,
                        x -> {
                            World world = running();
                            world.job().withObject("/spec").put("suspend", true);
                            return world;
                        }),
                row(
                        Cause.POD_NOT_CREATED,
                        "quota, PodSecurity, a missing ServiceAccount or a webhook. | pods is"
                                + " forbidden",
                        "Warning",
                        30,
                        x -> {
                            World world = running();
                            return warned(
                                    world,
                                    world.job().at("/metadata/uid").asText(),
                                    "FailedCreate",
                                    "pods is forbidden");
                        }),
                row(
                        Cause.POD_UNSCHEDULABLE,
                        "node selection, taints, resources and the claim's access mode. | 0/3"
                                + " nodes",
                        "Warning",
                        30,
                        x -> {
                            World world = running();
                            world.pod(
                                    "{\"phase\":\"Pending\",\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\",\"message\":\"0/3"
                                            + " nodes\"}]}");
                            return world;
                        }),
                row(
                        Cause.IMAGE_PULL,
                        "drover.basemodels.job.image and drover.basemodels.job.image-pull-secrets",
                        "Warning",
                        30,
                        x -> waiting("ImagePullBackOff", "Back-off")),
                row(
                        Cause.IMAGE_PULL,
                        "| ErrImagePull: not found",
                        "Warning",
                        30,
                        x -> waiting("ErrImagePull", "not found")),
                row(
                        Cause.IMAGE_PULL,
                        "| InvalidImageName",
                        "Warning",
                        30,
                        x -> waiting("InvalidImageName", "")),
                row(
                        Cause.VOLUME_ATTACH,
                        "in use on another node, or the storage backend reports an error. |"
                                + " Multi-Attach error",
                        "Warning",
                        30,
                        x -> mounting("FailedAttachVolume")),
                row(
                        Cause.VOLUME_MOUNT,
                        "cannot be mounted",
                        "Warning",
                        30,
                        x -> mounting("FailedMount")),
                row(
                        Cause.SUB_PATH_MISSING,
                        "Directory llama-3-2-1b-instruct does not exist on the volume",
                        "Warning",
                        30,
                        x ->
                                waiting(
                                        "CreateContainerConfigError",
                                        "failed to create subPath directory for volumeMount"
                                                + " \"model\"")),
                row(
                        Cause.SUB_PATH_MISSING,
                        "not to a mount path of another pod",
                        "Warning",
                        30,
                        x -> waiting("CreateContainerError", "failed to prepare sub-path")),
                row(
                        Cause.CONTAINER_CONFIG,
                        "| CreateContainerConfigError: secret not found",
                        "Warning",
                        30,
                        x -> waiting("CreateContainerConfigError", "secret not found")),
                row(
                        Cause.JOB_TERMINATING,
                        "Finalizers hold it: example.com/keep",
                        "Normal",
                        2,
                        x -> {
                            World world = running();
                            World.metadata(world.job())
                                    .put("deletionTimestamp", "2026-11-30T10:00:00Z")
                                    .putArray("finalizers")
                                    .add("example.com/keep");
                            return world;
                        }),
                row(
                        Cause.PATH_MISSING,
                        "It went wrong. Do better. Next attempt at",
                        "Warning",
                        23226,
                        x -> ended(w -> w.jobFails(10, "PathMissing"))),
                row(
                        Cause.NO_CONFIG,
                        "Do better.",
                        "Warning",
                        23226,
                        x -> ended(w -> w.jobFails(11, "NoConfig"))),
                row(
                        Cause.CONFIG_UNREADABLE,
                        "Do better.",
                        "Warning",
                        23226,
                        x -> ended(w -> w.jobFails(12, "ConfigUnreadable"))),
                row(
                        Cause.PERMISSION_DENIED,
                        "Do better.",
                        "Warning",
                        23226,
                        x -> ended(w -> w.jobFails(13, "PermissionDenied"))),
                row(
                        Cause.DANGLING_LINKS,
                        "Do better.",
                        "Warning",
                        23226,
                        x -> ended(w -> w.jobFails(14, "DanglingLinks"))),
                row(
                        Cause.EXTRACTOR_FAILED,
                        "Do better.",
                        "Warning",
                        323,
                        x -> ended(w -> w.jobFails(20, "ExtractorFailed"))),
                row(
                        Cause.EXTRACTOR_FAILED,
                        "(BackoffLimitExceeded, exit code 137). See the logs",
                        "Warning",
                        323,
                        x ->
                                ended(
                                        w ->
                                                w.podTerminated(137, "Killed")
                                                        .jobEnds(
                                                                "Failed", "BackoffLimitExceeded"))),
                row(
                        Cause.OUT_OF_MEMORY,
                        "drover.basemodels.job.memory-limit",
                        "Warning",
                        323,
                        x ->
                                ended(
                                        w ->
                                                w.podTerminated(137, "OOMKilled", "")
                                                        .jobEnds(
                                                                "Failed", "BackoffLimitExceeded"))),
                row(
                        Cause.DEADLINE_EXCEEDED,
                        "drover.basemodels.job.deadline",
                        "Warning",
                        323,
                        x -> ended(w -> w.jobEnds("Failed", "DeadlineExceeded"))),
                row(
                        Cause.DEADLINE_EXCEEDED,
                        "Last obstacle: SubPathMissing: Directory",
                        "Warning",
                        323,
                        x -> {
                            World world = waiting("CreateContainerConfigError", "subPath");
                            world.settle();
                            world.pods.clear();
                            return world.jobEnds("Failed", "DeadlineExceeded");
                        }),
                row(
                        Cause.RESULT_MISSING,
                        "left no result. See the logs of its Pod",
                        "Warning",
                        313,
                        x -> ended(w -> w.jobEnds("Complete", "").after(10))),
                row(
                        Cause.RESULT_MISSING,
                        "left no result",
                        "Warning",
                        313,
                        x -> ended(w -> w.podTerminated(0, "").jobEnds("Complete", "").after(10))),
                row(
                        Cause.RESULT_INVALID,
                        "is not usable: it is cut or not",
                        "Warning",
                        323,
                        x -> ended(w -> w.podTerminated(0, "garbage").jobEnds("Complete", ""))),
                row(
                        Cause.RESULT_INVALID,
                        "more than 4096",
                        "Warning",
                        323,
                        x ->
                                ended(
                                        w ->
                                                w.podTerminated(
                                                                0,
                                                                "{\"v\":1,\"x\":\""
                                                                        + "y".repeat(4096)
                                                                        + "\"}")
                                                        .jobEnds("Complete", ""))),
                row(
                        Cause.RESULT_INVALID,
                        "made for another fingerprint",
                        "Warning",
                        323,
                        x ->
                                ended(
                                        w ->
                                                w.podTerminated(
                                                                0,
                                                                "{\"v\":1,\"fp\":\"other\",\"ok\":true,\"fields\":{},\"parameterSource\":\"none\"}")
                                                        .jobEnds("Complete", ""))),
                row(
                        Cause.JOB_NAME_TAKEN,
                        "the next attempt has another name",
                        "Warning",
                        323,
                        x -> {
                            World world = onBoundClaim();
                            world.jobs.put(
                                    ObjectKey.parse(
                                            "llama-demo/llama-3-2-1b-instruct-metadata-5da5816b38"),
                                    World.json(
                                            "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"namespace\":\"llama-demo\",\"name\":\"llama-3-2-1b-instruct-metadata-5da5816b38\",\"uid\":\"theirs\"}}"));
                            world.pass();
                            return world;
                        }),
                row(
                        Cause.METADATA_EXTRACTED,
                        "Filled modelType from config.json.",
                        "Normal",
                        -1,
                        x -> ended(w -> w.jobSucceeds("{\"modelType\":\"llama\"}"))),
                row(
                        Cause.METADATA_SUPPLIED,
                        "All fields are set",
                        "Normal",
                        -1,
                        x -> {
                            World world =
                                    onBoundClaim()
                                            .edit(
                                                    "{\"modelType\":\"a\",\"modelArchitecture\":\"b\",\"modelFormat\":{\"name\":\"c\"},\"modelFramework\":{\"name\":\"d\"},\"modelParameterSize\":\"1B\",\"maxTokens\":1,\"modelCapabilities\":[\"e\"]}");
                            world.settings =
                                    Settings.changing()
                                            .with(BasemodelsKeys.EXTRACT, Extract.WHEN_INCOMPLETE)
                                            .build();
                            return world;
                        }),
                row(
                        Cause.EXTRACTION_SKIPPED,
                        "the volume was not read",
                        "Normal",
                        -1,
                        x -> {
                            World world =
                                    onBoundClaim()
                                            .annotate("ome.oracle.com/skip-config-parsing", "true");
                            world.settings =
                                    Settings.changing()
                                            .with(BasemodelsKeys.HONOUR_SKIP_ANNOTATION, true)
                                            .build();
                            return world;
                        }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void showsEachCauseAsItsGroupAndSaysWhatHelps(Row row) {
        World world = row.world();
        int before = world.events.size();

        Decision decision = world.pass();

        assertThat(decision.cause()).contains(row.cause());
        assertThat(world.message()).startsWith(row.cause().word() + ": ").contains(row.hint());
        assertThat(decision.message()).isEqualTo(world.message());
        assertThat(world.state()).isEqualTo(row.cause().group().state());
        assertThat(conditions(world)).isEqualTo(CONDITIONS.get(world.claim, row.cause()));
        assertThat(world.message()).hasSizeLessThanOrEqualTo(1024);
        assertThat(List.of("SourceReachable", "MetadataExtracted"))
                .allSatisfy(
                        type ->
                                assertThat(world.condition(type).path("message").asText())
                                        .isEqualTo(world.message()));
        assertThat(decision.nextLook().map(Duration::toSeconds).orElse(-1L)).isEqualTo(row.look());
        assertThat(world.events.subList(before, world.events.size()))
                .containsExactly(row.cause().word());
        assertThat(row.cause().type().name()).isEqualToIgnoringCase(row.event());
        assertThat(decision.line())
                .hasValueSatisfying(
                        line ->
                                assertThat(line.warning())
                                        .isEqualTo(
                                                Set.of("INVALID", "LOST", "CONFIG", "FAILED")
                                                        .contains(row.cause().group().name())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void saysItOnce(Row row) {
        World world = row.world();
        world.pass();
        int events = world.events.size();
        JsonNode model = world.model.deepCopy();

        world.after(1).pass();
        world.after(1).pass();

        assertThat(world.events).hasSize(events);
        assertThat(world.model).isEqualTo(model);
    }

    @Test
    void everyCauseHasARow() {
        Set<Cause> missing = new HashSet<>(Arrays.asList(Cause.values()));
        rows().forEach(row -> missing.remove(row.cause()));

        assertThat(missing)
                .as(
                        "OtherController and StatusContended write nothing; AgentReported:"
                                + " AgentModeTest")
                .containsExactlyInAnyOrder(
                        Cause.OTHER_CONTROLLER, Cause.STATUS_CONTENDED, Cause.AGENT_REPORTED);
    }

    /** The table's group lines: SourceReachable, MetadataExtracted, Ready. */
    interface GroupTable {
        String get(JsonNode claim, Cause cause);
    }

    private static final GroupTable CONDITIONS =
            (claim, cause) -> {
                boolean bound = claim == null || claim.at("/status/phase").asText().equals("Bound");
                String reachable = bound ? "True PVCValidated" : "True PVCNotBound";
                return switch (cause.group()) {
                    case INVALID ->
                            "False PVCInvalid, Unknown PVCMetadataPending, False PVCInvalid";
                    case WAIT_CLAIM ->
                            "False PVCNotFound, Unknown PVCMetadataPending, False PVCNotFound";
                    case LOST -> "False PVCNotBound, Unknown PVCMetadataPending, False PVCNotBound";
                    case WAIT_BIND ->
                            "True PVCNotBound, Unknown PVCMetadataPending, False PVCNotBound";
                    case CONFIG -> reachable + ", False PVCConfigMissing, False PVCConfigMissing";
                    case HELD -> reachable + ", False PVCMetadataPending, False PVCMetadataPending";
                    case JOB ->
                            reachable
                                    + ", False PVCMetadataExtracting, False PVCMetadataExtracting";
                    case FAILED ->
                            reachable
                                    + ", False PVCMetadataExtractionFailed, False"
                                    + " PVCMetadataExtractionFailed";
                    case READY -> reachable + ", True PVCMetadataReady, True PVCMetadataReady";
                    case ELSEWHERE -> "";
                };
            };

    private static String conditions(World world) {
        return Stream.of("SourceReachable", "MetadataExtracted", "Ready")
                .map(world::condition)
                .map(it -> it.path("status").asText() + " " + it.path("reason").asText())
                .collect(Collectors.joining(", "));
    }
}
