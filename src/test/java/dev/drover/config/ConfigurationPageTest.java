package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.registry.settings.RegistryKeys;
import dev.drover.weights.settings.WeightsKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tables of docs/configuration.md are those of the keys. {@code mvn test
 * -Dtest=ConfigurationPageTest -Ddrover.docs=write} writes them.
 */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("docs", "configuration.md");
    private static final Map<String, Schema> SCHEMAS =
            Map.of(
                    "drover", DroverKeys.SCHEMA,
                    "weights", WeightsKeys.SCHEMA,
                    "registry", RegistryKeys.SCHEMA,
                    "basemodels", BasemodelsKeys.SCHEMA);

    @ParameterizedTest
    @ValueSource(strings = {"drover", "weights", "registry", "basemodels"})
    void showsTheKeysAsTheyAre(String part) throws IOException {
        String table = KeyTable.of(SCHEMAS.get(part));
        String page = Files.readString(PAGE);
        String begin = "<!-- keys of " + part + " -->\n";
        int from = page.indexOf(begin) + begin.length();
        int to = page.indexOf("<!-- end -->", from);
        assertThat(page).contains(begin);

        if ("write".equals(System.getProperty("drover.docs"))) {
            Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
        } else {
            assertThat(page.substring(from, to)).isEqualTo(table);
        }
    }
}
