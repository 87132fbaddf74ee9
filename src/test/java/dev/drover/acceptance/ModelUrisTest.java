package dev.drover.acceptance;

import static dev.drover.acceptance.ModelTeam.condition;
import static dev.drover.acceptance.ModelTeam.message;
import static dev.drover.acceptance.ModelTeam.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every form of a storage URI (basemodels 2) through a model on the real server, where no webhook
 * has looked at it.
 */
@ModelAcceptance
@Timeout(180)
class ModelUrisTest {
    private static final String SEGMENT = "s".repeat(255);
    private static final String FULL = "pvc://c/" + (SEGMENT + "/").repeat(15);

    /** What is mounted of the claim {@code c} and others; empty = the root. */
    private static final Map<String, String> READ =
            Map.ofEntries(
                    Map.entry("pvc://my-pvc/models", "models"),
                    Map.entry("pvc://123456/p", "p"),
                    Map.entry("pvc://my.pvc/p", "p"),
                    Map.entry("pvc://my-pvc/path/to/m", "path/to/m"),
                    Map.entry("pvc://c/...", "..."),
                    Map.entry("pvc://c/a..b", "a..b"),
                    Map.entry("pvc://c/模型/llama", "模型/llama"),
                    Map.entry("pvc://c/my model", "my model"),
                    Map.entry("pvc://c/a:b$(c)\\d%2e", "a:b$(c)\\d%2e"),
                    Map.entry("pvc://c/p/", "p"),
                    Map.entry("pvc://c/a//b", "a/b"),
                    Map.entry("pvc://c/./p", "p"),
                    Map.entry("pvc://c/.", ""),
                    Map.entry("pvc://c/" + SEGMENT, SEGMENT));

    private static final Map<String, String> REFUSED =
            Map.ofEntries(
                    Map.entry("pvc://MyPVC/p", "ClaimSyntax"),
                    Map.entry("pvc://my_pvc/p", "ClaimSyntax"),
                    Map.entry("pvc://---/p", "ClaimSyntax"),
                    Map.entry("pvc://my-pvc-/p", "ClaimSyntax"),
                    Map.entry("pvc://a..b/p", "ClaimSyntax"),
                    Map.entry("pvc://ns-1:pvc-2/m", "NamespaceNotAllowed"),
                    Map.entry("pvc://c//p", "AbsolutePath"),
                    Map.entry("pvc://c/p ", "TrailingBlank"),
                    Map.entry("pvc://c/../x", "Traversal"),
                    Map.entry("pvc://c/a/../b", "Traversal"),
                    Map.entry("pvc://c/..", "Traversal"),
                    Map.entry("pvc://c", "NoPath"),
                    Map.entry("pvc://c/", "EmptyPath"));

    private static final Map<String, String> REFUSED_OF_A_CLUSTER_MODEL =
            Map.ofEntries(
                    Map.entry("pvc://pvc-2/m", "NamespaceRequired"),
                    Map.entry("pvc://MyNs:c/p", "NamespaceSyntax"),
                    Map.entry("pvc://my_ns:c/p", "NamespaceSyntax"),
                    Map.entry("pvc://-ns:c/p", "NamespaceSyntax"),
                    Map.entry("pvc://ns-:c/p", "NamespaceSyntax"),
                    Map.entry("pvc://my.ns:c/p", "NamespaceSyntax"),
                    Map.entry("pvc://ns:c/../x", "Traversal"),
                    Map.entry("pvc://ns:c//p", "AbsolutePath"));

    private static final Map<String, String> REFUSED_OF_BOTH =
            Map.ofEntries(
                    Map.entry("pvc://ns:c", "NoPath"),
                    Map.entry("pvc://", "ClaimMissing"),
                    Map.entry("pvc:///p", "ClaimMissing"),
                    Map.entry("pvc://ns:/p", "ClaimMissing"),
                    Map.entry("pvc://:c/p", "NamespaceMissing"),
                    Map.entry("pvc://ns::c/p", "TooManyColons"),
                    Map.entry("pvc://a:b:c/p", "TooManyColons"),
                    Map.entry("pvc://c/a\u0000b", "ControlCharacter"),
                    Map.entry("pvc://c/a\tb", "ControlCharacter"),
                    Map.entry("pvc://c/a\nb", "ControlCharacter"),
                    Map.entry(FULL + "s".repeat(4097 - FULL.length()), "TooLong"),
                    Map.entry("pvc://c/s" + SEGMENT, "TooLong"));

    private static final List<String> NOT_OURS =
            List.of(" pvc://c/p", "PVC://c/p", "pvc:/c/p", "hf://org/m", "oci://n/x/b/y/o/z", "");

    private final ModelSite site;
    private final ModelTeam team;

    /** A model that was made of a URI. */
    private record Made(boolean cluster, String name, String uri, String expected) {
        @Override
        public String toString() {
            return (cluster ? "ClusterBaseModel" : "BaseModel") + " with " + uri;
        }
    }

    private final List<Made> read = new ArrayList<>();
    private final List<Made> refused = new ArrayList<>();
    private final List<Made> notOurs = new ArrayList<>();
    private int models;

    ModelUrisTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void areReadRefusedOrLeftAlone() {
        List.of("c", "my-pvc", "123456", "my.pvc").forEach(team::claim);
        String longest = "s/".repeat(2000) + "s";
        READ.forEach((uri, path) -> read.add(model(uri, path)));
        read.add(model("pvc://c/" + longest, longest));
        read.add(clusterModel("pvc://" + team.namespace() + ":c/a//m", "a/m"));
        REFUSED.forEach((uri, problem) -> refused.add(model(uri, problem)));
        REFUSED_OF_A_CLUSTER_MODEL.forEach((uri, it) -> refused.add(clusterModel(uri, it)));
        REFUSED_OF_BOTH.forEach((uri, problem) -> refused.add(model(uri, problem)));
        REFUSED_OF_BOTH.forEach((uri, problem) -> refused.add(clusterModel(uri, problem)));
        String own = "pvc://" + team.namespace() + ":c/m";
        refused.add(model(own, "NamespaceNotAllowed"));
        NOT_OURS.forEach(uri -> notOurs.add(model(uri, "")));
        NOT_OURS.forEach(uri -> notOurs.add(clusterModel(uri, "")));
        Made missing = clusterModel("pvc://ns-1:pvc-2/m", "");
        team.model("sharded", "pvc://c/m", "distribution: Sharded");

        site.drover();

        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(
                        () ->
                                assertSoftly(
                                        softly -> {
                                            read.forEach(is(softly, this::mounted));
                                            refused.forEach(is(softly, this::problem));
                                        }));
        notOurs.forEach(it -> assertThat(get(it).has("status")).as("%s", it).isFalse());
        assertThat(message(get(missing)))
                .startsWith("ClaimNotFound: PersistentVolumeClaim ns-1/pvc-2 ");
        assertThat(message(team.get("sharded"))).startsWith("ShardedNotSupported:");
        assertThat(team.jobs()).hasSize(read.size());
        List<String> others = notOurs.stream().map(Made::name).toList();
        assertThat(site.requests(request -> others.contains(request.name())))
                .as("requests about models of other storage")
                .isEmpty();
    }

    private static Consumer<Made> is(SoftAssertions softly, Function<Made, String> result) {
        return it -> softly.assertThat(result.apply(it)).as("%s", it).isEqualTo(it.expected());
    }

    private Made model(String uri, String expected) {
        String name = "uri-" + ++models;
        team.model(name, uri);
        return new Made(false, name, uri, expected);
    }

    private Made clusterModel(String uri, String expected) {
        String name = team.namespace() + "-uri-" + ++models;
        team.clusterModel(name, uri);
        return new Made(true, name, uri, expected);
    }

    private JsonNode get(Made made) {
        return made.cluster() ? team.getCluster(made.name()) : team.get(made.name());
    }

    /** The sub-path in the Job that made the model Ready; else what its status says. */
    private String mounted(Made made) {
        JsonNode model = get(made);
        return state(model).equals("Ready")
                ? job(made).at("/spec/template/spec/containers/0/volumeMounts/0/subPath").asText()
                : message(model);
    }

    private JsonNode job(Made made) {
        return team.jobs().stream()
                .filter(
                        job ->
                                job.at("/metadata/labels/models.ome~1model-name")
                                        .asText()
                                        .equals(made.name()))
                .findFirst()
                .orElseThrow();
    }

    /** The word for what is wrong with the URI; else what the status says. */
    private String problem(Made made) {
        JsonNode model = get(made);
        boolean invalid =
                state(model).equals("Failed")
                        && is(model, "SourceReachable", "False", "PVCInvalid")
                        && is(model, "Ready", "False", "PVCInvalid")
                        && is(model, "MetadataExtracted", "Unknown", "PVCMetadataPending");
        return invalid
                ? message(model).replaceAll("^UriInvalid: (\\w+): .*", "$1")
                : model.path("status").toString();
    }

    private static boolean is(JsonNode model, String type, String status, String reason) {
        JsonNode condition = condition(model, type);
        return condition.path("status").asText().equals(status)
                && condition.path("reason").asText().equals(reason);
    }
}
