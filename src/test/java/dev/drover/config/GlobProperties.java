package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.regex.Pattern;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;

class GlobProperties {

    @Property
    void agreesWithTheRegularExpression(
            @ForAll @Chars({'a', 'b', '.', '*'}) @StringLength(min = 1, max = 8) String pattern,
            @ForAll @CharRange(from = 'a', to = 'b') @Chars('.') @StringLength(max = 10)
                    String host) {
        String expression = Pattern.quote(pattern).replace("*", "\\E.*\\Q");

        assertThat(Glob.parse(pattern).matches(host)).isEqualTo(host.matches(expression));
    }

    @Property
    void ignoresCase(@ForAll @CharRange(from = 'A', to = 'Z') @StringLength(min = 1) String host) {
        assertThat(Glob.parse(host).matches(host.toLowerCase(Locale.ROOT))).isTrue();
    }

    @Example
    void takesNoDotFromTheFrontOfADomain() {
        assertThat(Glob.parse("*.example.com").matches("a.example.com")).isTrue();
        assertThat(Glob.parse("*.example.com").matches("example.com")).isFalse();
        assertThat(Glob.parse("*.example.com").matches("a.example.com.evil.org")).isFalse();
    }
}
