package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** That the search at the end of each process finds what it is for. */
class SecretsTest {
    private static final String JWT =
            "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJkcm92ZXIifQ.c2lnbmF0dXJlLW9mLXRoZS1zZXJ2ZXI";

    private final Secrets secrets =
            new Secrets().add(JWT).add("a-password-of-people\n").add("short");

    @Test
    void namesThePlaceAndTheLine() {
        assertThatThrownBy(
                        () ->
                                secrets.assertNotIn(
                                        Map.of(
                                                "log",
                                                "fine\nsent a-password-of-people",
                                                "metrics",
                                                "")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("log: sent a-password");
    }

    @Test
    void findsATokenThatIsCutAtEitherEnd() {
        assertThatThrownBy(() -> secrets.assertNotIn(Map.of("page", JWT.substring(0, 42))))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> secrets.assertNotIn(Map.of("page", JWT.substring(44))))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void takesWhatIsNoSecretForNone() {
        assertThatCode(
                        () ->
                                secrets.assertNotIn(
                                        Map.of("log", "eyJhbGciOiJFUzI1NiJ9 short ******")))
                .doesNotThrowAnyException();
    }
}
