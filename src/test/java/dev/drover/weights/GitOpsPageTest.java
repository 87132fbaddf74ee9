package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.controlplane.FreshNamespace;
import dev.drover.sandbox.controlplane.Kubectl;
import dev.drover.sandbox.controlplane.RealApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/gitops.md says, before a real API server; and its snippets, as far as that goes. */
@RealApi
@Timeout(120)
class GitOpsPageTest {
    private static final Path PAGE = Path.of("docs", "gitops.md");
    private static final Path MODELS = Path.of("deploy", "crds", "externalmodels.yaml");
    private static final String STATE = "{\"version\":1}";

    private final Kubectl kubectl;
    private final RawApi api;
    private final String namespace;

    GitOpsPageTest(ControlPlane plane, FreshNamespace namespace) {
        plane.install(MODELS);
        this.kubectl = plane.kubectl();
        this.api = plane.api();
        this.namespace = namespace.name();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void applyingOnTheClientSideResetsTheWeights(boolean weights) {
        apply(manifest(weights)).expectSuccess();
        droverWrites();

        apply(manifest(weights)).expectSuccess();

        assertThat(weights()).isEqualTo(weights ? List.of(50, 50) : List.of(1, 1));
        assertThat(state()).isEqualTo(STATE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void applyingOnTheServerSideConflicts(boolean weights) {
        apply(manifest(weights), "--server-side", "--field-manager=git").expectSuccess();
        droverWrites();

        Kubectl.Output refused = apply(manifest(weights), "--server-side", "--field-manager=git");

        assertThat(refused.code()).isNotZero();
        assertThat(refused.text())
                .contains("conflict with \"drover-weights\"")
                .contains(".spec.externalProviderRefs");
        assertThat(weights()).containsExactly(6, 94);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void forcingItResetsTheWeights(boolean weights) {
        apply(manifest(weights), "--server-side", "--field-manager=git").expectSuccess();
        droverWrites();

        apply(manifest(weights), "--server-side", "--field-manager=git", "--force-conflicts")
                .expectSuccess();

        assertThat(weights()).isEqualTo(weights ? List.of(50, 50) : List.of(1, 1));
        assertThat(state()).isEqualTo(STATE);
    }

    @Test
    void leavingOutTheWholeListLeavesItAlone() {
        apply(manifest(true), "--server-side", "--field-manager=git").expectSuccess();
        droverWrites();
        ObjectNode without = manifest(true);
        ((ObjectNode) without.get("spec")).remove("externalProviderRefs");
        ((ObjectNode) without.get("metadata")).putObject("labels").put("tier", "gold");

        apply(without, "--server-side", "--field-manager=git", "--force-conflicts").expectSuccess();

        assertThat(weights()).containsExactly(6, 94);
        assertThat(model().at("/metadata/labels/tier").asText()).isEqualTo("gold");
    }

    /** A rule for a group, kind or path that does not exist is ignored in silence. */
    @Test
    void theSnippetsNameWhatExists() throws IOException {
        JsonNode crd = RawApi.documents(Files.readString(MODELS)).get(0);
        String group = crd.at("/spec/group").asText();
        String kind = crd.at("/spec/names/kind").asText();
        JsonNode list =
                crd.at(
                        "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties"
                                + "/externalProviderRefs");
        assertThat(list.at("/items/properties/weight").isMissingNode()).isFalse();

        List<ObjectNode> snippets = snippets();
        JsonNode argo = snippets.get(0);
        assertThat(argo.at("/spec/ignoreDifferences/0/group").asText()).isEqualTo(group);
        assertThat(argo.at("/spec/ignoreDifferences/0/kind").asText()).isEqualTo(kind);
        assertThat(argo.at("/spec/ignoreDifferences/0/jqPathExpressions/0").asText())
                .isEqualTo(".spec.externalProviderRefs[].weight");
        assertThat(argo.at("/spec/syncPolicy/syncOptions/0").asText())
                .isEqualTo("RespectIgnoreDifferences=true");
        JsonNode flux = snippets.get(1);
        assertThat(flux.at("/spec/ignore/0/target/group").asText()).isEqualTo(group);
        assertThat(flux.at("/spec/ignore/0/target/kind").asText()).isEqualTo(kind);
        apply(manifest(true)).expectSuccess();
        assertThat(model().at(flux.at("/spec/ignore/0/paths/0").asText()).isArray()).isTrue();
        assertThat(snippets.get(2).path("kind").asText()).isEqualTo(kind);
    }

    private static List<ObjectNode> snippets() throws IOException {
        List<ObjectNode> found = new ArrayList<>();
        Matcher block =
                Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(PAGE));
        while (block.find()) {
            found.addAll(RawApi.documents(block.group(1)));
        }
        assertThat(found).hasSize(3);
        return found;
    }

    private ObjectNode manifest(boolean weights) {
        ObjectNode model =
                RawApi.documents(
                                """
                                apiVersion: inference.opendatahub.io/v1alpha1
                                kind: ExternalModel
                                metadata: {name: llama, namespace: %s}
                                spec:
                                  modelName: llama-3-70b
                                  externalProviderRefs:
                                  - ref: {name: cluster-b}
                                    targetModel: llama-3-70b
                                    apiFormat: openai-chat
                                    path: /v1/chat/completions
                                    weight: 50
                                  - ref: {name: cluster-c}
                                    targetModel: llama-3-70b
                                    apiFormat: openai-chat
                                    path: /v1/chat/completions
                                    weight: 50
                                """
                                        .formatted(namespace))
                        .get(0);
        if (!weights) {
            model.at("/spec/externalProviderRefs")
                    .forEach(ref -> ((ObjectNode) ref).remove("weight"));
        }
        return model;
    }

    private Kubectl.Output apply(ObjectNode manifest, String... options) {
        List<String> arguments = new ArrayList<>(List.of("apply", "-f", "-"));
        arguments.addAll(List.of(options));
        return kubectl.runWith(manifest.toString(), arguments.toArray(String[]::new));
    }

    /** As the act route does: a JSON Patch under Drover's name. */
    private void droverWrites() {
        String annotations =
                model().at("/metadata/annotations").isMissingNode()
                        ? "{\"op\":\"add\",\"path\":\"/metadata/annotations\",\"value\":{}},"
                        : "";
        api.patch(
                        path() + "?fieldManager=drover-weights",
                        RawApi.JSON_PATCH,
                        """
                        [%s
                         {"op":"add","path":"/spec/externalProviderRefs/0/weight","value":6},
                         {"op":"add","path":"/spec/externalProviderRefs/1/weight","value":94},
                         {"op":"add","path":"/metadata/annotations/drover.dev~1weights",
                          "value":"{\\"version\\":1}"}]
                        """
                                .formatted(annotations))
                .expect(200);
    }

    private List<Integer> weights() {
        List<Integer> weights = new ArrayList<>();
        model().at("/spec/externalProviderRefs")
                .forEach(ref -> weights.add(ref.path("weight").asInt()));
        return weights;
    }

    private String state() {
        return model().at("/metadata/annotations").path("drover.dev/weights").asText();
    }

    private JsonNode model() {
        return api.get(path()).expect(200).body();
    }

    private String path() {
        return "/apis/inference.opendatahub.io/v1alpha1/namespaces/"
                + namespace
                + "/externalmodels/llama";
    }
}
