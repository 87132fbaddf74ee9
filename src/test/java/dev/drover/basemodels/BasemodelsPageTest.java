package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.decision.Cause;
import dev.drover.basemodels.metadata.MetadataField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/basemodels.md leaves out nothing that a user can meet. */
class BasemodelsPageTest {
    private final String page = Files.readString(Path.of("docs", "basemodels.md"));

    BasemodelsPageTest() throws IOException {}

    @ParameterizedTest
    @EnumSource
    void saysWhatToDoAboutEachCause(Cause cause) {
        assertThat(page).contains("`" + cause.word() + "`");
    }

    @ParameterizedTest
    @EnumSource
    void saysWhereEachFieldIsReadFrom(MetadataField field) {
        assertThat(page).contains("| `" + field.key() + "` |");
    }
}
