package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PropertiesFileTest {
    private static final Path PATH = Path.of("/etc/drover/drover.properties");

    @Test
    void remembersTheLineOfEachEntry() {
        PropertiesFile file =
                PropertiesFile.read(
                        PATH,
                        """
                        # a comment \\
                        ! another

                        drover.mode = observe
                        drover.flows: weights,\\
                            registry
                        drover.shard blue
                        """);

        assertThat(file.problems()).isEmpty();
        assertThat(file.settings())
                .containsExactly(
                        new Setting("drover.mode", "observe", Origin.line(PATH, 4)),
                        new Setting("drover.flows", "weights,registry", Origin.line(PATH, 5)),
                        new Setting("drover.shard", "blue", Origin.line(PATH, 7)));
    }

    @Test
    void countsLinesOfAnyEnding() {
        assertThat(PropertiesFile.read(PATH, "a=1\r\nb=2\rc=3").settings())
                .extracting(Setting::origin)
                .containsExactly(Origin.line(PATH, 1), Origin.line(PATH, 2), Origin.line(PATH, 3));
    }

    @Test
    void takesTheBlanksAroundAValueAway() {
        assertThat(PropertiesFile.read(PATH, "drover.mode=observe \t").settings())
                .containsExactly(new Setting("drover.mode", "observe", Origin.line(PATH, 1)));
    }

    @Test
    void saysWhenAKeyIsSetTwice() {
        assertThat(PropertiesFile.read(PATH, "a=1\n\na=2\n").problems())
                .containsExactly(
                        new Problem("a", "is set twice, first in line 1", PATH + ", line 3"));
    }

    @Test
    void namesABrokenEscape() {
        assertThat(PropertiesFile.read(PATH, "a=\\u12\n").problems())
                .containsExactly(
                        new Problem(
                                "\"a=\\\\u12\"",
                                "has a broken \\u escape; accepted: \\u and four hex digits",
                                PATH + ", line 1"));
    }

    @Test
    void survivesAFileThatEndsInTheMiddle() {
        assertThat(PropertiesFile.read(PATH, "a=1,\\").settings())
                .containsExactly(new Setting("a", "1,", Origin.line(PATH, 1)));
    }
}
