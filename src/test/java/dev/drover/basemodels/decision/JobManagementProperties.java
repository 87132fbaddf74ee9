package dev.drover.basemodels.decision;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.job.Fingerprint;
import dev.drover.basemodels.settings.JobKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * What holds after every history of a model, its claim, its Jobs and a Drover that dies anywhere.
 */
class JobManagementProperties {
    private static final JsonNode FOREIGN_CONDITION =
            World.json("{\"type\":\"Lunch\",\"status\":\"True\",\"reason\":\"Noon\",\"odd\":[1]}");

    /** Passes come often, as in life; a history without them says nothing. */
    @Provide
    Arbitrary<List<Move>> histories() {
        Arbitrary<Move> moves =
                Arbitraries.frequencyOf(
                        Tuple.of(2, Arbitraries.of(Move.PASS)),
                        Tuple.of(1, Arbitraries.of(Move.JOB_SUCCEEDS, Move.JOB_FAILS)),
                        Tuple.of(4, Arbitraries.of(Move.class)));
        return moves.list().ofMaxSize(40);
    }

    private static World world() {
        World world =
                World.baseModel("pvc://model-storage/a")
                        .withClaim("llama-demo", "model-storage", "Bound")
                        .annotate("example.com/note", "mine")
                        .finalizer("example.com/keep")
                        .edit("{\"displayName\":\"Llama\",\"maxTokens\":7}");
        World.metadata(world.model).putObject("labels").put("team", "ml");
        ObjectNode status = world.model.putObject("status").put("state", "Failed");
        status.putArray("conditions").add(FOREIGN_CONDITION);
        status.put("lifecycle", "Public");
        return world;
    }

    @Property(tries = 150)
    void nothingOfOthersIsEverTouched(@ForAll("histories") List<Move> history) {
        World world = world();
        for (Move move : history) {
            move.happen(world);

            assertThat(world.model.at("/status/conditions").path(0)).isEqualTo(FOREIGN_CONDITION);
            assertThat(world.model.at("/status/lifecycle").asText()).isEqualTo("Public");
            assertThat(world.model.at("/metadata/annotations/example.com~1note").asText())
                    .isEqualTo("mine");
            assertThat(world.model.at("/metadata/finalizers").toString())
                    .isEqualTo("[\"example.com/keep\"]");
            assertThat(world.model.at("/metadata/labels").toString())
                    .isEqualTo("{\"team\":\"ml\"}");
            assertThat(world.model.at("/spec/displayName").asText()).isEqualTo("Llama");
            assertThat(world.model.at("/spec/maxTokens").asInt()).isEqualTo(7);
        }
    }

    @Property(tries = 150)
    void whatAUserSetStaysUntilTheUserChangesIt(@ForAll("histories") List<Move> history) {
        World world = world();
        boolean users = false;
        for (Move move : history) {
            users = move == Move.USER_SETS_TYPE || (users && move != Move.USER_CLEARS_TYPE);
            move.happen(world);

            if (users) {
                assertThat(world.model.at("/spec/modelType").asText()).isEqualTo("user");
            }
        }
    }

    @Property(tries = 150)
    void neverMoreThanOneJobRuns(@ForAll("histories") List<Move> history) {
        World world = world();
        for (Move move : history) {
            move.happen(world);

            assertThat(world.jobs.values())
                    .filteredOn(job -> job.at("/status/conditions").isMissingNode())
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    /** The model remembers one question: its answer, or which attempts at it have failed. */
    @Property(tries = 150)
    void noJobIsCreatedForWhatIsRecorded(@ForAll("histories") List<Move> history) {
        World world = world();
        for (Move move : history) {
            JsonNode recorded = world.annotation("drover.dev/extraction");
            int created = world.created.size();
            move.happen(world);

            for (String job : world.created.subList(created, world.created.size())) {
                assertThat(recorded.path("job").asText()).doesNotEndWith("/" + job);
                boolean answered = recorded.path("done").asBoolean();
                assertThat(answered && recorded.path("fp").asText().equals(world.fingerprint()))
                        .isFalse();
            }
        }
    }

    @Property(tries = 150)
    void readyMeansThatThisVeryPathWasRead(@ForAll("histories") List<Move> history) {
        World world = world();
        for (Move move : history) {
            move.happen(world);
            if (world.model.at("/metadata/annotations/drover.dev~1mode").asText().equals("paused")
                    || !world.seen().source().ours()) {
                continue;
            }
            world.refusals.clear();
            world.pass();

            if (world.condition("Ready").path("status").asText().equals("True")
                    && world.decide().cause().filter(it -> it.group() == Group.READY).isPresent()) {
                assertThat(world.annotation("drover.dev/extraction").path("fp").asText())
                        .isEqualTo(fingerprint(world).orElseThrow());
            }
        }
    }

    private static Optional<String> fingerprint(World world) {
        Inputs inputs = world.inputs();
        return inputs.model()
                .source()
                .uri()
                .map(
                        uri ->
                                Fingerprint.of(
                                                inputs.model(),
                                                uri,
                                                inputs.claim().orElseThrow().uid())
                                        .value());
    }

    @Property(tries = 150)
    void whatWasDecidedAndWrittenIsDecidedNoMore(@ForAll("histories") List<Move> history) {
        World world = world();
        for (Move move : history) {
            move.happen(world);
        }
        world.refusals.clear();

        int passes = 0;
        while (!world.pass().intents().isEmpty()) {
            assertThat(++passes).as(world.requests.toString()).isLessThanOrEqualTo(3);
        }
        assertThat(world.restarted().pass().intents()).isEmpty();
    }

    @Property(tries = 150)
    void whatIsShownIsWellFormed(@ForAll("histories") List<Move> history) {
        World world = world();
        for (Move move : history) {
            move.happen(world);

            for (JsonNode condition : world.model.at("/status/conditions")) {
                assertThat(condition.path("message").asText()).hasSizeLessThanOrEqualTo(1024);
            }
            assertThat(world.state()).isIn("In_Transit", "Ready", "Failed");
            world.model
                    .at("/metadata/annotations")
                    .forEach(
                            it ->
                                    assertThat(it.asText().getBytes(UTF_8))
                                            .hasSizeLessThanOrEqualTo(2048));
        }
    }

    /** With an image and a working claim every history ends in Ready, once a Job succeeds. */
    @Property(tries = 150)
    void everyModelCanStillBecomeReady(@ForAll("histories") List<Move> history) {
        World world = world();
        for (Move move : history) {
            move.happen(world);
        }
        world.refusals.clear();
        world.users.clear();
        world.settings = Settings.changing().with(JobKeys.IMAGE, "registry.example/ok").build();
        world.annotate("drover.dev/mode", "apply");
        world.withClaim("llama-demo", "model-storage", "Bound");
        world.storedAt("pvc://model-storage/end").settle();

        for (int attempt = 0; attempt < 3 && !world.state().equals("Ready"); attempt++) {
            Move.JOB_SUCCEEDS.happen(world);
            world.after(Duration.ofDays(1)).settle();
        }

        assertThat(world.state()).isEqualTo("Ready");
    }
}
