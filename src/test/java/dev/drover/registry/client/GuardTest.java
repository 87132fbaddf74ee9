package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.registry.discovery.Registry;
import dev.drover.registry.settings.BaseUrl;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing leads out of a registry. */
class GuardTest {
    private static final BaseUrl BASE = BaseUrl.parse("https://reg.lab/mr");

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a path below,                  https://reg.lab/mr/api/x?q=1,          true",
        "the default port,              https://reg.lab:443/mr/api,            true",
        "upper case,                    HTTPS://REG.lab/mr/api,                true",
        "the base itself,               https://reg.lab/mr,                    false",
        "a longer name,                 https://reg.lab/mr2/api,               false",
        "another path,                  https://reg.lab/api,                   false",
        "a way out,                     https://reg.lab/mr/../api,             false",
        "an encoded way out,            https://reg.lab/mr/%2e%2e/api,         false",
        "another port,                  https://reg.lab:8443/mr/api,           false",
        "another scheme,                http://reg.lab/mr/api,                 false",
        "another host,                  https://reg.lab.evil/mr/api,           false",
        "user info,                     https://reg.lab@evil/mr/api,           false",
        "user info of our own,          https://me@reg.lab/mr/api,             false",
        "no host,                       /mr/api,                               false"
    })
    void allowsWhatIsBelowTheBaseUrl(String because, String address, boolean allowed) {
        assertThat(Guard.isBelow(BASE, URI.create(address))).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"@evil/x", "/../x", "x", ".evil/x", "/a b", ":80/x", "//evil/../../x"})
    void refusesATargetThatLeadsOut(String target) {
        Registry registry = new Registry("lab", BASE, Optional.empty(), null);

        assertThatThrownBy(() -> Guard.address(registry, target)).isInstanceOf(NotAllowed.class);
    }

    @Test
    void encodesEverythingThatMeansSomethingInAUrl() {
        assertThat(Encoded.of("a/b?c#d%e&f=g+h:i@j;k\"l\\")).doesNotContainPattern("[^A-Za-z0-9%]");
        assertThat(Encoded.of("a-b.c_d~e9")).isEqualTo("a-b.c_d~e9");
        assertThat(Encoded.of("雪")).isEqualTo("%E9%9B%AA");
    }
}
