package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which fields of a model are filled, and which are the user's. */
@ModelAcceptance
@Timeout(120)
class ModelMetadataTest {
    private final ModelSite site;
    private final ModelTeam team;

    ModelMetadataTest(ModelSite site) {
        this.site = site;
        this.team = site.team();
    }

    @Test
    void metadataThatTheUserHasFilledInIsKept() {
        site.pod("a").start().awaitLeading();
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
        site.pod("a").start().awaitLeading();
        team.claim("store").model("llama", "pvc://store/a", "vendor: meta");
        team.awaitCause("llama", "MetadataExtracted");
        team.edit(team.model("llama"), "{\"spec\":{\"modelType\":\"mine\"}}");
        team.edit(
                team.model("llama"), "{\"spec\":{\"storage\":{\"storageUri\":\"pvc://store/b\"}}}");

        await().atMost(Duration.ofSeconds(30))
                .until(
                        () ->
                                team.jobs().size() == 1
                                        && team.jobs()
                                                .get(0)
                                                .at("/metadata/annotations/drover.dev~1storage-uri")
                                                .asText()
                                                .endsWith("/b"));
        JsonNode model = team.awaitCause("llama", "MetadataExtracted");

        assertThat(model.at("/spec/modelType").asText()).isEqualTo("mine");
        assertThat(model.at("/spec/vendor").asText()).isEqualTo("meta");
    }

    @Test
    void theAnnotationHasItReadAgain() {
        site.pod("a").start().awaitLeading();
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
