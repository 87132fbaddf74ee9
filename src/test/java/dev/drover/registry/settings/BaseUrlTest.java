package dev.drover.registry.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One form for each address, and nothing that could be read in two ways. */
class BaseUrlTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "as it is,                     https://reg.lab/mr,          https://reg.lab/mr",
        "host in upper case,           https://REG.lab/mr,          https://reg.lab/mr",
        "scheme in upper case,         HTTPS://reg.lab,             https://reg.lab",
        "the default port,             https://reg.lab:443/mr/,     https://reg.lab/mr",
        "the default port of http,     http://reg.lab:80,           http://reg.lab",
        "another port,                 https://reg.lab:8443,        https://reg.lab:8443",
        "http's port with https,       https://reg.lab:80,          https://reg.lab:80",
        "trailing slashes,             https://reg.lab/mr//,        https://reg.lab/mr",
        "only a slash,                 https://reg.lab/,            https://reg.lab",
        "the path keeps its case,      https://reg.lab/MR,          https://reg.lab/MR",
        "an address,                   http://10.0.0.1:8080,        http://10.0.0.1:8080",
        "an IPv6 address,              http://[FD00::1]:8080/x,     http://[fd00::1]:8080/x"
    })
    void isNormalised(String because, String text, String normalised) {
        assertThat(BaseUrl.parse(text)).hasToString(normalised);
        assertThat(BaseUrl.parse(normalised)).isEqualTo(BaseUrl.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "reg.lab",
                "//reg.lab",
                "ftp://reg.lab",
                "file:///etc/passwd",
                "https://",
                "https:///mr",
                "https://user@reg.lab",
                "https://user:pw@reg.lab",
                "https://reg.lab?x=1",
                "https://reg.lab/mr#x",
                "https://reg.lab/mr/../x",
                "https://reg.lab/./mr",
                "https://reg.lab/..",
                "https://reg.lab/a%2e%2e/b",
                "https://reg.lab/a//b",
                "https://reg.lab/a b",
                "https://reg.lab/a\\b",
                "https://reg.lab:0",
                "https://reg.lab:65536",
                "https://reg.lab:",
                "https://reg.lab:8443x",
                "https://reg.lab.",
                "https://.reg.lab",
                "https://reg..lab",
                "https://-reg.lab",
                "https://reg_lab",
                "https://r\u00e9g.lab",
                "https://reg.lab\n",
                " https://reg.lab",
                "https://reg.lab@evil.example/",
                "https://reg.lab\u2024evil"
            })
    void refusesEverythingElse(String text) {
        assertThat(BaseUrl.read(text)).isEmpty();
    }
}
