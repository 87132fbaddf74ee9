package dev.drover.status.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.KeyView;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.status.FlowObjects;
import dev.drover.status.ObjectLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusAnswersTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private boolean leading = true;
    private List<ObjectLine> lines =
            List.of(
                    line("team-a", "llama", "Active", "Balanced"),
                    line("team-a", "qwen", "Holding", "MetricsMissing"),
                    line("team-b", "llama", "Active", "Balanced"));
    private final StatusAnswers answers = new StatusAnswers(new Source());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/flows",
                "/api/v1/flows/weights",
                "/api/v1/flows/weights/",
                "/api/v1/flows/weights/objects",
                "/api/v1/flows/weights/objects/team-a/llama",
                "/api/v1/config",
                "/api/v1/routes",
                "/api/v1/debug",
                "/",
                "/objects/weights/team-a/llama"
            })
    void servesEveryPathOfTheManual(String path) {
        assertThat(answers.answer(path, Map.of()).code()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nope",
                "/api",
                "/api/v1",
                "/api/v2/flows",
                "/api/v1/flows/registry",
                "/api/v1/flows/weights/objects/team-a",
                "/api/v1/flows/weights/objects/team-a/llama/more",
                "/api/v1/flows/weights/other",
                "/objects/weights/team-a/x",
                "/../../etc/passwd"
            })
    void answersOtherPathsWithNotFound(String path) {
        assertThat(answers.answer(path, Map.of()).code()).isEqualTo(404);
    }

    @Test
    void explainsAnObjectWithItsQueueAndItsWrites() {
        JsonNode tree = tree("/api/v1/flows/weights/objects/team-a/llama", Map.of());

        assertThat(tree.path("hint").asText()).isEqualTo("weights follow the load");
        assertThat(tree.at("/queue/attempt").asInt()).isEqualTo(3);
        assertThat(tree.at("/queue/nextPassIn").asDouble()).isEqualTo(4.0);
        assertThat(tree.path("lastFailure").asText()).isEqualTo("denied");
    }

    @Test
    void saysWhyAnObjectIsNotKnown() {
        JsonNode tree = tree("/api/v1/flows/weights/objects/team-a/x", Map.of());

        assertThat(tree.path("error").asText()).isEqualTo("team-a/x is not known to flow weights");
        assertThat(tree.path("hint").asText())
                .isEqualTo(
                        "it has one ref only, its namespace is not watched (drover.namespaces),"
                                + " it does not match drover.selector, its CRD is missing, or no"
                                + " pass over it has ended yet");
    }

    @Test
    void aStandbyNamesThePodToAsk() {
        leading = false;
        lines = List.of();

        JsonNode all = tree("/api/v1/flows/weights/objects", Map.of());
        assertThat(all.path("objects")).isEmpty();
        assertThat(all.path("leader").asText()).isEqualTo("drover-1");
        assertThat(tree("/api/v1/flows/weights/objects/team-a/x", Map.of()).path("hint").asText())
                .contains("drover-1");
        assertThat(page("/", Map.of())).contains("led by drover-1");
    }

    @Test
    void filtersByNamespaceStateAndReason() {
        assertThat(names(Map.of("namespace", "team-a"))).containsExactly("llama", "qwen");
        assertThat(names(Map.of("state", "Holding"))).containsExactly("qwen");
        assertThat(names(Map.of("reason", "Balanced", "namespace", "team-b")))
                .containsExactly("llama");
        assertThat(names(Map.of("name", "lla"))).containsExactly("llama", "llama");
    }

    @Test
    void pagesThroughAThousandAtMostWithoutMissingOne() {
        lines =
                IntStream.range(0, 2500)
                        .mapToObj(i -> line("team", "m-%04d".formatted(i), "Active", "Balanced"))
                        .toList();

        JsonNode first = tree("/api/v1/flows/weights/objects", Map.of("limit", "5000"));
        assertThat(first.path("objects")).hasSize(1000);
        String next = first.path("continue").asText();
        JsonNode second =
                tree("/api/v1/flows/weights/objects", Map.of("limit", "1000", "continue", next));
        assertThat(second.at("/objects/0/name").asText()).isEqualTo("m-1000");
        JsonNode last =
                tree(
                        "/api/v1/flows/weights/objects",
                        Map.of("limit", "1000", "continue", second.path("continue").asText()));
        assertThat(last.path("objects")).hasSize(500);
        assertThat(last.has("continue")).isFalse();
    }

    @Test
    void aLimitThatIsNoNumberIsTheUsualOne() {
        assertThat(tree("/api/v1/flows/weights/objects", Map.of("limit", "many")).path("objects"))
                .hasSize(3);
        assertThat(tree("/api/v1/flows/weights/objects", Map.of("limit", "-1")).path("objects"))
                .hasSize(1);
    }

    @Test
    void everyTextOnAPageIsEscaped() {
        String attack = "<script>alert('x')</script>\"&";
        lines = List.of(line("team", attack, attack, attack));

        assertThat(page("/", Map.of("namespace", "team", "state", attack)))
                .doesNotContain("<script", "alert('x')")
                .contains("&lt;script&gt;");
        assertThat(page("/objects/weights/team/" + attack.replace("/", ""), Map.of()))
                .doesNotContain("<script");
    }

    private JsonNode tree(String path, Map<String, String> query) {
        return ((StatusAnswer.Tree) answers.answer(path, query)).tree();
    }

    private String page(String path, Map<String, String> query) {
        return ((StatusAnswer.Page) answers.answer(path, query)).html();
    }

    private List<String> names(Map<String, String> query) {
        return tree("/api/v1/flows/weights/objects", query)
                .path("objects")
                .findValuesAsText("name");
    }

    private static ObjectLine line(String namespace, String name, String state, String reason) {
        return new ObjectLine(
                "ExternalModel", new ObjectKey(namespace, name), state, reason, NOW, "50 : 50");
    }

    /** One flow with the lines of the moment; team-a/llama can be explained. */
    private final class Source implements StatusSource, FlowObjects {
        @Override
        public List<FlowStatus> flows() {
            return List.of(
                    new FlowStatus(
                            "weights",
                            leading,
                            leading ? "drover-0" : "drover-1",
                            leading ? Duration.ofSeconds(1) : null,
                            "apply",
                            List.of(),
                            List.of(Map.of("resource", "externalmodels")),
                            Map.of(),
                            Map.of()));
        }

        @Override
        public Optional<FlowObjects> objects(String flow) {
            return flow.equals("weights") ? Optional.of(this) : Optional.empty();
        }

        @Override
        public Optional<KeyView> queued(String flow, ObjectKey object) {
            return Optional.of(new KeyView(false, 3, Optional.of(Duration.ofSeconds(4))));
        }

        @Override
        public Map<String, Object> written(String flow, ObjectKey object) {
            return Map.of("lastFailure", "denied");
        }

        @Override
        public List<?> configuration() {
            return List.of(Map.of("name", "drover.flows"));
        }

        @Override
        public List<?> routes() {
            return List.of(Map.of("id", "act"));
        }

        @Override
        public Map<String, Object> debug() {
            return Map.of("threads", 30);
        }

        @Override
        public List<String> resources() {
            return List.of("inference.opendatahub.io/v1alpha1/externalmodels");
        }

        @Override
        public List<ObjectLine> lines() {
            return lines;
        }

        @Override
        public Optional<?> explain(ObjectKey object) {
            return object.equals(new ObjectKey("team-a", "llama"))
                    ? Optional.of(Map.of("hint", "weights follow the load"))
                    : Optional.empty();
        }

        @Override
        public List<String> whyUnknown() {
            return List.of("it has one ref only");
        }
    }
}
