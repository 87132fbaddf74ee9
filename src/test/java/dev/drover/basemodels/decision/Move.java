package dev.drover.basemodels.decision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.ClaimUser;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.basemodels.settings.JobKeys;
import dev.drover.intents.Outcome;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.util.function.Consumer;

/** Something that happens around a model, for random histories. */
enum Move {
    PASS(World::pass),
    PASS_AGAIN(World::pass),
    DIE_AT_ONCE(world -> world.pass(0)),
    DIE_AFTER_ONE(world -> world.pass(1)),
    DIE_AFTER_TWO(world -> world.pass(2)),
    DIE_AFTER_THREE(world -> world.pass(3)),
    RESTART(World::restarted),
    A_SECOND(world -> world.after(1)),
    HALF_A_MINUTE(world -> world.after(30)),
    AN_HOUR(world -> world.after(Duration.ofHours(1))),
    A_DAY(world -> world.after(Duration.ofDays(1))),

    PATH_A(world -> world.storedAt("pvc://model-storage/a")),
    PATH_B(world -> world.storedAt("pvc://model-storage/b")),
    NONSENSE(world -> world.storedAt("pvc://model-storage/../b")),
    ANOTHER_SOURCE(world -> world.storedAt("hf://org/model")),
    WISH(world -> world.annotate("drover.dev/re-extract", "at " + world.now)),
    PAUSE(world -> world.annotate("drover.dev/mode", "paused")),
    RESUME(world -> world.annotate("drover.dev/mode", "apply")),
    USER_SETS_TYPE(world -> world.edit("{\"modelType\":\"user\"}")),
    USER_CLEARS_TYPE(world -> world.edit("{\"modelType\":null}")),
    USER_EDITS(world -> world.edit("{\"vendor\":\"v" + world.nanos + "\"}")),

    CLAIM_GONE(world -> world.claim = null),
    CLAIM_BACK(world -> world.withClaim("llama-demo", "model-storage", "Bound")),
    CLAIM_NEW(
            world ->
                    World.metadata(world.withClaim("llama-demo", "model-storage", "Bound").claim)
                            .put("uid", "claim-" + world.nanos)),
    CLAIM_PENDING(
            world ->
                    world.withClaim("llama-demo", "model-storage", "Pending")
                            .withClass("WaitForFirstConsumer")),
    CLAIM_TERMINATES(
            world -> {
                if (world.claim != null) {
                    World.metadata(world.claim).put("deletionTimestamp", world.now.toString());
                }
            }),
    CLAIM_EXCLUSIVE(
            world -> {
                if (world.claim != null) {
                    ((ObjectNode) world.claim.get("spec"))
                            .putArray("accessModes")
                            .add("ReadWriteOncePod");
                    world.users.add(new ClaimUser(ObjectKey.parse("llama-demo/p"), "node-1"));
                }
            }),
    CLAIM_FREE(world -> world.users.clear()),

    JOB_SUCCEEDS(
            world -> onUnfinishedJob(world, it -> it.jobSucceeds("{\"modelType\":\"llama\"}"))),
    JOB_FINDS_NOTHING(world -> onUnfinishedJob(world, it -> it.jobSucceeds("{}"))),
    JOB_FAILS(world -> onUnfinishedJob(world, it -> it.jobFails(20, "ExtractorFailed"))),
    JOB_FAILS_FOR_GOOD(world -> onUnfinishedJob(world, it -> it.jobFails(11, "NoConfig"))),
    JOB_LEAVES_GARBAGE(
            world ->
                    onUnfinishedJob(
                            world, it -> it.podTerminated(0, "garbage").jobEnds("Complete", ""))),
    JOB_LEAVES_NOTHING(world -> onUnfinishedJob(world, it -> it.jobEnds("Complete", ""))),
    JOB_TOO_SLOW(world -> onUnfinishedJob(world, it -> it.jobEnds("Failed", "DeadlineExceeded"))),
    JOB_CANNOT_START(
            world ->
                    onUnfinishedJob(
                            world,
                            it ->
                                    it.pod(
                                            "{\"phase\":\"Pending\",\"containerStatuses\":[{\"name\":\"extract\",\"state\":"
                                                    + "{\"waiting\":{\"reason\":\"ErrImagePull\",\"message\":\"m\"}}}]}"))),
    FINISHED_JOBS_EXPIRE(Move::expire),
    STATUS_RESET(
            world -> {
                if (world.model.has("status")) {
                    world.model.withObject("/status").put("state", "In_Transit");
                }
            }),

    CREATE_DENIED(
            world ->
                    world.refusals.put(
                            "CreateJob",
                            new World.Refused(Outcome.DENIED, 403, "exceeded quota: q"))),
    CREATE_FAILS(
            world ->
                    world.refusals.put(
                            "CreateServiceAccount", new World.Refused(Outcome.ERROR, 500, "x"))),
    CREATE_WORKS(world -> world.refusals.clear()),
    NO_IMAGE(world -> world.settings = imageless()),
    IMAGE(world -> world.settings = Settings.defaults());

    @SuppressWarnings("ImmutableEnumChecker") // none of them holds anything
    private final Consumer<World> happening;

    Move(Consumer<World> happening) {
        this.happening = happening;
    }

    void happen(World world) {
        happening.accept(world);
    }

    private static void onUnfinishedJob(World world, Consumer<World> happening) {
        if (!world.jobs.isEmpty() && world.job().at("/status/conditions").isMissingNode()) {
            happening.accept(world);
        }
    }

    private static void expire(World world) {
        world.jobs.values().removeIf(job -> !job.at("/status/conditions").isMissingNode());
    }

    private static BasemodelsConfiguration imageless() {
        return Settings.changing().with(JobKeys.IMAGE, "").build();
    }
}
