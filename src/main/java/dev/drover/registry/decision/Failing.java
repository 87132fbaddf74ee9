package dev.drover.registry.decision;

import dev.drover.intents.Notice;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Reason;
import java.util.List;
import java.util.Optional;

/** A pass that lacks an answer writes nothing (row 7). */
public final class Failing {
    private Failing() {}

    /** The decision to wait; when to try again is the failure's own rule. */
    static Decision decision(Situation situation, Failure failure) {
        Memory memory = situation.memory().notMissing();
        if (failure.reason() == Reason.BUSY) {
            // says nothing about the registry, so nothing about the object
            Standing standing =
                    situation.memory().standing().orElse(Standing.pending("Waiting", ""));
            return ending(standing, failure, situation.memory());
        }
        return ending(standing(failure), failure, memory);
    }

    /** How a workload is doing after this. */
    public static Standing standing(Failure failure) {
        String text = "%s: %s".formatted(failure.registry(), failure);
        return switch (failure.reason()) {
            case UNAVAILABLE, BUSY, CONFLICT, VANISHED ->
                    Standing.pending("RegistryUnavailable", text);
            case UNAUTHORIZED -> Standing.failed("Unauthorized", text);
            case FORBIDDEN -> Standing.failed("Forbidden", text);
            case TLS_FAILED -> Standing.failed("TlsFailed", text);
            case MISCONFIGURED -> Standing.failed("RegistryMisconfigured", text);
            case REJECTED -> Standing.failed("Rejected", text);
        };
    }

    private static Decision ending(Standing standing, Failure failure, Memory memory) {
        return new Decision(
                List.of(),
                standing,
                Optional.empty(),
                Optional.of(failure),
                memory,
                List.of(),
                List.<Notice>of(),
                false);
    }
}
