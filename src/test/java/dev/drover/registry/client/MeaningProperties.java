package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.Retry;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds of every answer, whatever its status and form. */
class MeaningProperties {
    @Property
    void onlyTheRegistrysOwn404IsAnAbsence(
            @ForAll @IntRange(min = 300, max = 599) int status, @ForAll boolean registrysForm) {
        RegistryReply reply = reply(status, registrysForm);

        assertThat(Meaning.saysAbsent(reply)).isEqualTo(status == 404 && registrysForm);
    }

    @Property
    void aReadIsNeverRejectedAndNeverConflicts(
            @ForAll Operation operation,
            @ForAll @IntRange(min = 300, max = 599) int status,
            @ForAll boolean registrysForm) {
        Failure failure = Meaning.failure("ml", operation, reply(status, registrysForm));

        if (!operation.writes()) {
            assertThat(failure.reason()).isNotIn(Reason.REJECTED, Reason.CONFLICT, Reason.VANISHED);
        }
    }

    @Property
    void onlyConflictsAndVanishedReferencesAreDecidedAtOnce(
            @ForAll Operation operation,
            @ForAll @IntRange(min = 300, max = 599) int status,
            @ForAll boolean registrysForm) {
        Failure failure = Meaning.failure("ml", operation, reply(status, registrysForm));

        if (failure.retry() == Retry.AT_ONCE) {
            assertThat(status).isIn(404, 409);
            assertThat(operation.writes()).isTrue();
        }
    }

    @Property
    void troubleOfTheServerIsUnavailable(
            @ForAll Operation operation, @ForAll @IntRange(min = 500, max = 599) int status) {
        assertThat(Meaning.failure("ml", operation, reply(status, true)).reason())
                .isEqualTo(Reason.UNAVAILABLE);
    }

    @Property
    void whatIsEncodedIsReadBackAndChangesNoUrl(@ForAll String text) {
        String sound = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        URI uri = URI.create("https://reg/x" + Encoded.query("name", sound, "other", "1"));

        assertThat(uri.getRawPath()).isEqualTo("/x");
        assertThat(uri.getRawFragment()).isNull();
        assertThat(uri.getRawQuery().split("&", -1)).hasSize(2);
        String value = uri.getRawQuery().split("&", -1)[0].substring("name=".length());
        assertThat(URLDecoder.decode(value, StandardCharsets.UTF_8)).isEqualTo(sound);
    }

    private static RegistryReply reply(int status, boolean registrysForm) {
        return new RegistryReply(
                status,
                null,
                registrysForm ? Optional.of("text") : Optional.empty(),
                "",
                Optional.empty(),
                Optional.empty());
    }
}
