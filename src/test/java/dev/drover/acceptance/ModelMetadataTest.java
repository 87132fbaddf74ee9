package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which fields of a model are filled, and which are the user's. */
@ModelAcceptance
@Timeout(120)
class ModelMetadataTest {
    private static final Set<String> OURS = Set.of("SourceReachable", "MetadataExtracted", "Ready");
    private static final List<String> FILLED =
            List.of(
                    "modelArchitecture",
                    "modelFormat",
                    "modelFramework",
                    "modelParameterSize",
                    "maxTokens",
                    "modelCapabilities");

    private final ModelSite site;
    private final ModelTeam team;

    ModelMetadataTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void metadataThatTheUserHasFilledInIsKept() {
        site.drover();
        team.claim("store")
                .model(
                        "llama",
                        "pvc://store/llama",
                        "modelType: mine, maxTokens: 5, modelFormat: {name: gguf}");

        JsonNode model = team.awaitCause("llama", "MetadataExtracted");

        assertThat(model.at("/spec/modelType").asText()).isEqualTo("mine");
        assertThat(model.at("/spec/maxTokens").asInt()).isEqualTo(5);
        assertThat(model.at("/spec/modelFormat/name").asText()).isEqualTo("gguf");
        assertThat(model.at("/spec/modelArchitecture").asText()).isEqualTo("LlamaForCausalLM");
    }

    @Test
    void anotherPathIsReadAnewAndOnlyOurFieldsFollow() {
        site.drover();
        team.claim("store").model("running", "pvc://store/a", "vendor: meta");
        team.awaitCause("running", "JobCreated");
        ends("{\"modelType\":\"llama\",\"maxTokens\":4096,\"modelParameterSize\":\"1B\"}");
        team.awaitCause("running", "MetadataExtracted");
        team.edit(team.model("running"), "{\"spec\":{\"modelType\":\"mine\"}}");

        uri("running", "pvc://store/b");

        JsonNode between = team.awaitCause("running", "JobCreated");
        assertThat(ModelTeam.state(between)).as("until b is read").isEqualTo("In_Transit");
        assertThat(between.at("/status/observedGeneration"))
                .isEqualTo(between.at("/metadata/generation"));
        await().until(() -> team.jobs().size() == 1);
        ends("{\"modelType\":\"qwen\",\"maxTokens\":32768}");
        JsonNode spec = team.awaitCause("running", "MetadataExtracted").path("spec");

        assertThat(spec.path("modelType").asText()).as("the user's").isEqualTo("mine");
        assertThat(spec.path("vendor").asText()).isEqualTo("meta");
        assertThat(spec.path("maxTokens").asInt()).as("ours").isEqualTo(32768);
        assertThat(spec.has("modelParameterSize")).as("ours, and b has none").isFalse();
    }

    /** The only Pod, which runs until this says what it found. */
    private void ends(String fields) {
        await().until(
                        () ->
                                team.pods().stream()
                                        .anyMatch(
                                                pod ->
                                                        pod.at("/status/phase")
                                                                .asText()
                                                                .equals("Running")));
        JsonNode running =
                team.pods().stream()
                        .filter(pod -> pod.at("/status/phase").asText().equals("Running"))
                        .findFirst()
                        .orElseThrow();
        team.endPod(running, 0, team.result(team.jobs().get(0), fields));
    }

    private void uri(String model, String uri) {
        team.edit(team.model(model), "{\"spec\":{\"storage\":{\"storageUri\":\"" + uri + "\"}}}");
    }

    /** Also what OME left there before the model was Drover's. */
    @Test
    void whatOthersWroteStaysAsItIsWhileTheModelIsOursAndWhenItLeaves() {
        team.claim("store");
        site.plane()
                .api()
                .create(
                        """
                        apiVersion: ome.io/v1beta1
                        kind: BaseModel
                        metadata:
                          name: llama
                          namespace: %s
                          labels: {team: red, models.ome.io/x: y}
                          annotations: {a.example.com/note: "  kept \\u00e9 ", drover.example.com/x: ""}
                          finalizers: [basemodels.ome.io/finalizer]
                        spec:
                          storage: {storageUri: "pvc://store/llama", path: /mnt, key: secret}
                          vendor: meta
                          version: "3"
                          displayName: "Llama  "
                          modelType: mine
                          additionalMetadata: {k: v}
                        """
                                .formatted(team.namespace()));
        team.editStatus(
                "llama",
                """
                {"status":{"state":"Ready","nodesReady":["node-a"],"nodesFailed":["node-b"],
                 "lifecycle":"kept","conditions":[{"type":"Audited","status":"True","reason":"Yes",
                 "message":"m | n","lastTransitionTime":"2026-01-02T03:04:05Z"}]}}
                """);
        JsonNode before = team.get("llama");
        site.pod("a").start().awaitLeading();

        JsonNode ours = team.awaitCause("llama", "MetadataExtracted");
        assertThat(othersPart(ours)).isEqualTo(othersPart(before));
        assertThat(ours.path("status").has("nodesReady")).isFalse();
        assertThat(ours.path("status").has("nodesFailed")).isFalse();

        uri("llama", "hf://meta/llama");

        await().until(() -> !team.get("llama").toString().contains("drover.dev/"));
        JsonNode left = team.get("llama");
        assertThat(othersPart(left)).isEqualTo(othersPart(before));
        assertThat(left.path("spec").properties())
                .as("nothing of ours")
                .hasSameSizeAs(before.path("spec").properties());
        assertThat(left.at("/status/conditions")).isEqualTo(before.at("/status/conditions"));
        assertThat(left.at("/status/state").asText()).isEqualTo("Ready");
        await().until(() -> team.jobs().isEmpty());
        int writes = site.writes().size();
        team.edit(team.model("llama"), "{\"spec\":{\"modelType\":\"other\"}}");
        team.model("next", "pvc://store/next").awaitCause("next", "MetadataExtracted");
        assertThat(site.writes().stream().skip(writes))
                .extracting(AuditRecord::name)
                .doesNotContain("llama");
        team.edit(team.model("llama"), "{\"metadata\":{\"finalizers\":null}}");
    }

    /** Of the model without all that Drover may write. */
    private static JsonNode othersPart(JsonNode model) {
        ObjectNode part = model.deepCopy();
        ((ObjectNode) part.at("/metadata"))
                .remove(List.of("resourceVersion", "generation", "managedFields"));
        part.at("/metadata/annotations")
                .properties()
                .removeIf(it -> it.getKey().startsWith("drover.dev/"));
        ((ObjectNode) part.at("/spec/storage")).remove("storageUri");
        ((ObjectNode) part.at("/spec")).remove(FILLED);
        ((ObjectNode) part.at("/status"))
                .remove(List.of("state", "observedGeneration", "nodesReady", "nodesFailed"));
        Iterator<JsonNode> conditions = part.at("/status/conditions").iterator();
        while (conditions.hasNext()) {
            if (OURS.contains(conditions.next().path("type").asText())) {
                conditions.remove();
            }
        }
        return part;
    }

    @Test
    void theAnnotationHasItReadAgain() {
        site.drover();
        team.claim("store").model("llama", "pvc://store/llama");
        team.awaitCause("llama", "MetadataExtracted");
        String first = team.jobs().get(0).at("/metadata/name").asText();

        team.edit(
                team.model("llama"),
                "{\"metadata\":{\"annotations\":{\"drover.dev/re-extract\":\"now\"}}}");

        await().atMost(Duration.ofSeconds(30))
                .until(
                        () ->
                                team.jobs().size() == 1
                                        && !team.jobs()
                                                .get(0)
                                                .at("/metadata/name")
                                                .asText()
                                                .equals(first));
        team.awaitCause("llama", "MetadataExtracted");
    }
}
