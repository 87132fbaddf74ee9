package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which users file opens Jolokia, and which stops the start. */
class JolokiaUsersTest {
    private static final String ACCEPTED = "accepted: a file of lines user.NAME=PASSWORD,role";

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a user with password and role    | user.ann=secret,admin          |",
                "a role is not needed             | user.ann=secret                |",
                "an empty password                | user.ann=,admin                | : the password of user.ann is empty",
                "nothing at all after the name    | user.ann=                      | : the password of user.ann is empty",
                "a password of blanks             | user.ann=   ,admin             | : the password of user.ann is empty",
                "one of two without               | user.bob=,x\\nuser.ann=y,admin | : the password of user.bob is empty",
                "roles only                       | role.admin=*                   | names no user",
                "a comment only                   | # user.ann=secret              | names no user",
            })
    void judges(String because, String lines, String problem) throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("users.properties"), lines.replace("\\n", "\n") + "\n");

        String expected = problem == null ? null : file + gap(problem) + "; " + ACCEPTED;
        assertThat(JolokiaUsers.problem(file)).isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void aMissingFileStopsTheStart() {
        Path file = folder.resolve("nobody.properties");
        assertThat(JolokiaUsers.problem(file))
                .contains(file + " does not exist or cannot be read; " + ACCEPTED);
    }

    @Test
    void theFileOfTheOverlayMustBeFilledInFirst() {
        Path shipped = Path.of("deploy", "overlays", "hawtio", "users.properties");
        assertThat(JolokiaUsers.problem(shipped))
                .contains(
                        "deploy/overlays/hawtio/users.properties: the password of user.hawtio is"
                                + " empty; "
                                + ACCEPTED);
    }

    private static String gap(String problem) {
        return problem.startsWith(":") ? problem : " " + problem;
    }
}
