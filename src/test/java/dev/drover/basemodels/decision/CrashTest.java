package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Drover dies before each write of a path in turn, and starts again without memory: the end is the
 * same as without the crash, no attempt has two Jobs, no field is filled without provenance.
 */
class CrashTest {
    private static final String LLAMA = "{\"modelType\":\"llama\",\"maxTokens\":131072}";

    /**
     * @param start the world before
     * @param steps what happens; Drover comes to rest after each
     */
    record Path(String name, Consumer<World> start, List<Consumer<World>> steps) {
        @Override
        public String toString() {
            return name;
        }

        World run(int dieBefore) {
            World world = onBoundClaim().edit("{\"displayName\":\"Llama\"}");
            start.accept(world);
            world.dieBefore = dieBefore;
            for (Consumer<World> step : steps) {
                step.accept(world);
                world.settle();
            }
            return world;
        }
    }

    @SafeVarargs
    private static Path path(String name, Consumer<World> start, Consumer<World>... steps) {
        return new Path(name, start, List.of(steps));
    }

    static Stream<Path> paths() {
        Consumer<World> nothing = world -> {};
        Consumer<World> succeeds = world -> world.jobSucceeds(LLAMA);
        Consumer<World> fails = world -> world.jobFails(20, "ExtractorFailed");
        Consumer<World> agent = world -> world.settings = Settings.agent();
        return Stream.of(
                path("the happy path", nothing, nothing, succeeds),
                path(
                        "a failure and its retry",
                        nothing,
                        nothing,
                        fails,
                        w -> w.after(400),
                        succeeds),
                path(
                        "a new path",
                        nothing,
                        nothing,
                        succeeds,
                        w -> w.storedAt("pvc://model-storage/b"),
                        w -> w.jobSucceeds("{\"modelType\":\"qwen2\"}")),
                path(
                        "a new path while a Job runs",
                        nothing,
                        nothing,
                        w -> w.storedAt("pvc://model-storage/b"),
                        succeeds),
                path(
                        "a new wish",
                        nothing,
                        nothing,
                        succeeds,
                        w -> w.annotate("drover.dev/re-extract", "1"),
                        succeeds),
                path(
                        "nonsense and back",
                        nothing,
                        nothing,
                        w -> w.storedAt("pvc://model-storage"),
                        w -> w.storedAt("pvc://model-storage/b"),
                        succeeds),
                path("the claim goes", nothing, nothing, succeeds, w -> w.claim = null),
                path("leaving", nothing, nothing, succeeds, w -> w.storedAt("hf://org/model")),
                path(
                        "leaving while a Job runs",
                        nothing,
                        nothing,
                        w -> w.storedAt("hf://org/model")),
                path("deletion", nothing, nothing, succeeds, World::modelDeleted),
                path("deletion while a Job runs", nothing, nothing, World::modelDeleted),
                path("the agent's happy path", agent, nothing, CrashTest::agentReports),
                path(
                        "the agent's model is deleted",
                        agent,
                        nothing,
                        CrashTest::agentReports,
                        World::modelDeleted),
                path(
                        "the agent's model leaves",
                        agent,
                        nothing,
                        CrashTest::agentReports,
                        w -> w.storedAt("hf://org/model")),
                path("an old CRD", w -> w.conditionsSupported = false, nothing, succeeds));
    }

    private static void agentReports(World world) {
        world.configMap = World.json("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}");
        world.configMap
                .putObject("metadata")
                .put("namespace", "ome")
                .put("name", "pvc-metadata-79c86d4d")
                .put("uid", "cm")
                .put("creationTimestamp", world.now.toString());
        world.configMap
                .putObject("data")
                .put(
                        "llama-demo.basemodel.llama-3-2-1b-instruct",
                        "{\"status\":\"Ready\",\"config\":{\"modelType\":\"llama\"}}");
        world.jobEnds("Complete", "");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("paths")
    void aCrashChangesNothingOfTheEnd(Path path) {
        World golden = path.run(-1);
        assertThat(golden.requests).isNotEmpty();
        for (int crash = 0; crash < golden.requests.size(); crash++) {
            World world = path.run(crash);
            String when = "dies before request %d of %s".formatted(crash, golden.requests);

            assertThat(world.dieBefore).as(when).isEqualTo(-1);
            assertThat(end(world)).as(when).isEqualTo(end(golden));
            assertThat(world.jobs.keySet()).as(when).isEqualTo(golden.jobs.keySet());
            assertThat(world.created).as(when).isEqualTo(golden.created);
            assertThat(world.configMap).as(when).isEqualTo(golden.configMap);
            assertThat(world.modelRemoved).as(when).isEqualTo(golden.modelRemoved);
        }
    }

    private static JsonNode end(World world) {
        ObjectNode model = world.model.deepCopy();
        World.metadata(model).remove("resourceVersion");
        return model;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("paths")
    void noFieldIsEverFilledWithoutProvenance(Path path) {
        List<String> requests = path.run(-1).requests;
        for (int crash = 0; crash < requests.size(); crash++) {
            World world = onBoundClaim();
            List<JsonNode> seen = new ArrayList<>();
            path.start().accept(world);
            world.dieBefore = crash;
            for (Consumer<World> step : path.steps()) {
                step.accept(world);
                for (int pass = 0; pass < 6; pass++) {
                    world.pass();
                    seen.add(world.model.deepCopy());
                }
            }
            assertThat(seen)
                    .allSatisfy(
                            model -> {
                                if (model.at("/spec/modelType").isTextual()) {
                                    String record =
                                            model.at("/metadata/annotations/drover.dev~1extraction")
                                                    .asText();
                                    assertThat(record).contains("\"modelType\":");
                                }
                            });
        }
    }
}
