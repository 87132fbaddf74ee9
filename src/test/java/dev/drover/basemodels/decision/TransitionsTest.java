package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.baseModel;
import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The state machine from state to state (spec basemodels 5.6): which writes, in which order. */
class TransitionsTest {
    private static final String LLAMA = "{\"modelType\":\"llama\",\"maxTokens\":131072}";

    @Test
    void createsAJobForAModelOnABoundClaim() {
        World world = onBoundClaim();

        world.pass();

        assertThat(world.requests)
                .containsExactly(
                        "PatchAnnotations", "CreateServiceAccount", "CreateJob", "PatchStatus");
        assertThat(world.created).containsExactly("llama-3-2-1b-instruct-metadata-5da5816b38");
        assertThat(world.state()).isEqualTo("In_Transit");
        assertThat(world.message()).startsWith("JobCreated: ");
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void fillsTheFieldsOnceTheJobHasAResult() {
        World world = onBoundClaim();
        world.settle();

        world.after(5).jobSucceeds(LLAMA);

        assertThat(world.settle()).containsExactly("PatchSpec", "PatchStatus");
        assertThat(world.state()).isEqualTo("Ready");
        assertThat(world.model.at("/spec/modelType").asText()).isEqualTo("llama");
        assertThat(world.condition("Ready").path("observedGeneration").asLong())
                .isEqualTo(world.model.at("/metadata/generation").asLong())
                .isEqualTo(2);
        assertThat(world.events).containsExactly("JobCreated", "MetadataExtracted");
    }

    @Test
    void waitsForAClaimThatIsMissing() {
        World world = baseModel("pvc://model-storage/llama");

        assertThat(world.settle()).containsExactly("PatchAnnotations", "PatchStatus");
        assertThat(world.state()).isEqualTo("Failed");
        assertThat(world.message()).startsWith("ClaimNotFound: ");
    }

    @Test
    void saysWhatIsWrongWithTheUri() {
        World world = baseModel("pvc://model-storage/../llama");

        assertThat(world.settle()).containsExactly("PatchStatus");
        assertThat(world.state()).isEqualTo("Failed");
        assertThat(world.message())
                .startsWith("UriInvalid: Traversal: ")
                .contains("pvc://<claim>/<path>");
    }
}
