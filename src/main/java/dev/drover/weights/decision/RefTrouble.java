package dev.drover.weights.decision;

import dev.drover.weights.settings.UnknownPolicy;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.Optional;

/**
 * What keeps a ref from getting traffic by its load, as far as a person should hear of it.
 *
 * @param kind of trouble
 * @param cause of a ref that is down; empty otherwise
 */
record RefTrouble(Kind kind, String cause) {
    private static final RefTrouble NONE = new RefTrouble(Kind.NONE, "");

    /** The kinds, by how bad they are. */
    enum Kind {
        NONE(""),
        ENGINE("engine"),
        UNKNOWN("unknown"),
        RAMP("ramp"),
        DOWN("down");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** True for what was remembered under {@link RefTrouble#word()}. */
        boolean was(String told) {
            return told.split(" ", 2)[0].equals(word);
        }
    }

    static RefTrouble of(Ref ref) {
        return switch (ref.state()) {
            case DOWN -> new RefTrouble(Kind.DOWN, ref.cause().orElse(""));
            case RAMP -> new RefTrouble(Kind.RAMP, "");
            // without a source (health check only) there is nothing that could be unknown
            case UNKNOWN -> ref.figures().configured() ? new RefTrouble(Kind.UNKNOWN, "") : NONE;
            case FRESH ->
                    ref.figures().stall().engines().isEmpty()
                            ? NONE
                            : new RefTrouble(
                                    Kind.ENGINE,
                                    String.join(", ", ref.figures().stall().engines()));
            case HOLD, DRAINED, UNMANAGED -> NONE;
        };
    }

    /** What is remembered as told. */
    String word() {
        return cause.isEmpty() ? kind.word : kind.word + " " + cause;
    }

    /** The WARN line; empty when there is none. */
    Optional<String> line(Ref ref, WeightsConfiguration settings) {
        return switch (kind) {
            case NONE, RAMP -> Optional.empty();
            case ENGINE ->
                    Optional.of("Engine %s of %s makes no progress".formatted(cause, ref.name()));
            case UNKNOWN ->
                    Optional.of(
                            "Metrics of %s unknown for %ds: %s"
                                    .formatted(
                                            ref.name(),
                                            settings.unknownAfter().toSeconds(),
                                            settings.unknown() == UnknownPolicy.HOLD
                                                    ? "weight is held"
                                                    : "weight moves to its baseline"));
            case DOWN ->
                    Optional.of(
                            "Provider down: %s %s: %s"
                                    .formatted(
                                            ref.name(),
                                            cause,
                                            ref.availability()
                                                    .outage()
                                                    .map(Outage::detail)
                                                    .orElseGet(() -> Outage.waitsFor(cause))));
        };
    }
}
