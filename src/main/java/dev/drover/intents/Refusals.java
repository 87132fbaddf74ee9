package dev.drover.intents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.kubernetes.Forbidden;
import dev.drover.kubernetes.Invalid;
import dev.drover.kubernetes.ResourceException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;

/**
 * What people are told when a write is refused: the WARN that names the missing permission and the
 * file that grants it, and an Event on the object. Everything else about a failure is said by who
 * consumes the exchange.
 */
final class Refusals {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ActRoute route;
    private final News warnings;
    private final Logger log;

    Refusals(ActRoute route, News warnings, Logger log) {
        this.route = route;
        this.warnings = warnings;
        this.log = log;
    }

    /**
     * @param changed the object, if this refusal differs from its last one, so that an Event is due
     */
    void tell(Intent intent, Outcome outcome, ResourceException refused, Optional<Pass> changed) {
        if (refused == null || endingNamespace(refused)) {
            return;
        }
        if (refused instanceof Forbidden forbidden) {
            String text = forbidden(route.flow(), intent, forbidden);
            if (warnings.is(subject(intent), text)) {
                log.warn("{}", text);
            }
            changed.ifPresent(pass -> event(pass, "Forbidden", intent, text));
        } else if (outcome == Outcome.DENIED) {
            String reason =
                    refused.serverMessage().contains("exceeded quota")
                            ? "QuotaExceeded"
                            : "AdmissionDenied";
            String text = intent.name() + " refused: " + refused.serverMessage();
            changed.ifPresent(pass -> event(pass, reason, intent, text));
        }
    }

    /** The permission is there (again): if it goes, that is news. */
    void over(Intent intent) {
        warnings.over(subject(intent));
    }

    private static String subject(Intent intent) {
        return intent.operation() + " " + intent.resource() + " " + intent.target().namespace();
    }

    /** The server says so of every create in a namespace that is going away; nobody can mend it. */
    private static boolean endingNamespace(ResourceException refused) {
        return refused.serverMessage().contains("because it is being terminated");
    }

    static String forbidden(String flow, Intent intent, Forbidden forbidden) {
        return "%s; flow %s needs it to %s: %s"
                .formatted(forbidden.permission(), flow, purpose(intent.name()), Forbidden.REMEDY);
    }

    /** {@code PatchWeights} is there to "write weights", {@code CreateJob} to "create job". */
    static String purpose(String intent) {
        String words = intent.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.startsWith("patch ") ? "write " + words.substring(6) : words;
    }

    private void event(Pass pass, String reason, Intent intent, String note) {
        route.events()
                .record(
                        route.flow(),
                        new Notice(
                                pass.reference(),
                                Notice.Type.WARNING,
                                reason,
                                intent.name(),
                                note));
    }

    static Ledger.Failure failure(
            Intent intent, Outcome outcome, Exception failure, Pass pass, long now) {
        ResourceException refused = find(failure);
        String message =
                refused == null || refused.serverMessage().isEmpty()
                        ? String.valueOf(failure.getMessage())
                        : refused.serverMessage();
        return new Ledger.Failure(
                intent.name(),
                outcome,
                refused == null ? 0 : refused.code(),
                message,
                refused instanceof Invalid invalid ? invalid.causes() : List.of(),
                pass.resourceVersion(),
                pass.generation(),
                now,
                null);
    }

    /** A create that found an object there: no failure, but the decision must judge whose it is. */
    static Ledger.Failure existing(Intent intent, Pass pass, long now, HasMetadata existing) {
        JsonNode metadata = existing == null ? null : JSON.valueToTree(existing.getMetadata());
        return new Ledger.Failure(
                intent.name(),
                Outcome.EXISTS,
                409,
                intent.target() + " exists already",
                List.of(),
                pass.resourceVersion(),
                pass.generation(),
                now,
                metadata);
    }

    static ResourceException find(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ResourceException refused) {
                return refused;
            }
        }
        return null;
    }
}
