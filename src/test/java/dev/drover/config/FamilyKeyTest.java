package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keys with a free part in the middle, and defaults that depend on other keys. */
class FamilyKeyTest {
    private static final Key<String> DOMAIN =
            Key.of("drover.x.domain", KeyType.word("a domain", "a", "b"), "a");
    private static final Key<String> NAMESPACE =
            Key.of("drover.x.namespace", KeyType.text(), "")
                    .defaultBy(DOMAIN, "`of-a`; of b `of-b`", domain -> "of-" + domain);
    private static final Key<Map<String, Integer>> PORT =
            Key.family("drover.x.at", "port", KeyType.port());
    private static final Key<Map<String, String>> TOKEN_FILE =
            Key.family("drover.x.at", "token-file", KeyType.text());
    private static final Schema SCHEMA = Schema.of(DOMAIN, NAMESPACE, PORT, TOKEN_FILE);

    @Test
    void isCalledByItsParts() {
        assertThat(PORT.name()).isEqualTo("drover.x.at.<id>.port");
        assertThat(PORT).isNotEqualTo(TOKEN_FILE);
        assertThat(PORT.rest("drover.x.at.lab.port")).contains("lab");
        assertThat(PORT.rest("drover.x.at.lab.token-file")).isEmpty();
        assertThat(PORT.rest("drover.x.at.port")).isEmpty();
        assertThat(PORT.rest("drover.x.at..port")).isEmpty();
    }

    @Test
    void isReadFromTheEnvironment() {
        Values values =
                SCHEMA.values(
                        Map.of(
                                "DROVER_X_AT_LAB_PORT", "8443",
                                "DROVER_X_AT_LAB_TOKEN_FILE", "/lab",
                                "DROVER_X_AT_PROD_PORT", "443"));

        assertThat(values.get(PORT)).isEqualTo(Map.of("lab", 8443, "prod", 443));
        assertThat(values.get(TOKEN_FILE)).isEqualTo(Map.of("lab", "/lab"));
    }

    @Test
    void eachEntryIsChecked() {
        assertThatThrownBy(() -> SCHEMA.values(Map.of("DROVER_X_AT_LAB_PORT", "0")))
                .hasMessageContaining(
                        "drover.x.at.lab.port: \"0\" is below 1; accepted: 1 to 65535");
    }

    @Test
    void aDefaultFollowsAnotherKey() {
        assertThat(SCHEMA.values(Map.of()).get(NAMESPACE)).isEqualTo("of-a");
        assertThat(SCHEMA.values(Map.of("DROVER_X_DOMAIN", "b")).get(NAMESPACE)).isEqualTo("of-b");
        assertThat(
                        SCHEMA.values(Map.of("DROVER_X_DOMAIN", "b", "DROVER_X_NAMESPACE", "mine"))
                                .get(NAMESPACE))
                .isEqualTo("mine");
    }

    @Test
    void aWrongKeyDoesNotMakeTheDefaultOfAnotherAProblem() {
        assertThatThrownBy(() -> SCHEMA.values(Map.of("DROVER_X_DOMAIN", "c")))
                .hasMessageContaining("drover.x.domain: \"c\" is not a domain; accepted: a, b")
                .satisfies(it -> assertThat(it).message().doesNotContain("namespace"));
    }
}
