package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModeTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "no annotation leaves it to the process,       APPLY,         , APPLY",
        "the object may be stricter,                   APPLY,  observe, OBSERVE",
        "the object cannot be laxer than the process,  OBSERVE, apply,  OBSERVE",
        "paused is the strictest,                      OBSERVE, paused, PAUSED",
        "a word that is none holds back,               APPLY,  Apply,   PAUSED",
        "an empty word is none,                        APPLY,  '',      PAUSED",
    })
    void theStricterOfProcessAndObjectCounts(
            String because, Mode global, String annotation, Mode expected) {
        assertThat(global.stricter(Mode.ofAnnotation(annotation))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "absent is fine,     ,        true",
        "the three words,    observe, true",
        "the three words,    paused,  true",
        "anything else,      stop,    false",
    })
    void knowsItsWords(String because, String annotation, boolean known) {
        assertThat(Mode.known(annotation)).isEqualTo(known);
    }
}
