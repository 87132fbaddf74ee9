package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a letter missing,  operaton,   operation",
        "a letter too many, operattion, operation",
        "a wrong letter,    operateon,  operation",
        "neighbours swapped, opeartion, operation",
        "nothing like it,   colour,     -",
        "a short word allows one edit, om, on",
        "but not two,       xy,         -",
    })
    void findsTheWordThatWasMeant(String because, String word, String meant) {
        assertThat(Suggestion.closest(word, List.of("operation", "fence", "on")).orElse("-"))
                .isEqualTo(meant);
    }

    @Test
    void takesTheAlphabeticallyFirstOfEquals() {
        assertThat(Suggestion.closest("kat", List.of("rat", "cat"))).contains("cat");
    }

    @Test
    void countsEdits() {
        assertThat(Suggestion.edits("", "abc")).isEqualTo(3);
        assertThat(Suggestion.edits("kitten", "sitting")).isEqualTo(3);
        assertThat(Suggestion.edits("weigths", "weights")).isEqualTo(1);
    }
}
