package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalsTest {
    @ParameterizedTest
    @CsvSource({
        "PatchWeights, write weights",
        "CreateJob, create job",
        "DeleteConfigMap, delete config map",
    })
    void saysInWordsWhatAnIntentIsFor(String intent, String purpose) {
        assertThat(Refusals.purpose(intent)).isEqualTo(purpose);
    }

    @ParameterizedTest
    @CsvSource({
        "Weights: b 50->6, Weights would be: b 50->6",
        "Weights would be: b 50->6, Weights would be: b 50->6",
        "Job llama: created, Job llama would be: created",
        "no colon, Would be: no colon",
    })
    void putsASummaryIntoTheConditional(String summary, String conditional) {
        assertThat(OutcomeProcessor.conditional(summary)).isEqualTo(conditional);
    }
}
