package dev.drover.weights.decision;

import dev.drover.intents.Mode;
import dev.drover.weights.settings.Strategy;
import java.util.List;
import java.util.stream.Collectors;

/** How a balanced model is doing, and the sentence for it. */
final class Conditions {
    private Conditions() {}

    static ModelCondition of(Pass pass) {
        if (pass.observed.mode() == Mode.PAUSED) {
            return ModelCondition.PAUSED;
        }
        if (WriteRules.refusedFor(pass.observed, pass.before.pending()).isPresent()) {
            return ModelCondition.WRITE_REFUSED;
        }
        if (pass.observed.mode() == Mode.OBSERVE) {
            return ModelCondition.OBSERVING;
        }
        if (pass.situation.allDown() != AllDown.NO) {
            return ModelCondition.ALL_PROVIDERS_DOWN;
        }
        if (pass.contention.contended()) {
            return ModelCondition.CONTENDED;
        }
        if (blind(pass)) {
            return ModelCondition.NO_FRESH_METRICS;
        }
        boolean down = pass.situation.refs().stream().anyMatch(ref -> ref.down() || ref.ramps());
        return down ? ModelCondition.PROVIDER_DOWN : ModelCondition.BALANCED;
    }

    /** Load could move something, and nothing is known of it. */
    private static boolean blind(Pass pass) {
        return pass.observed.strategy() != Strategy.HEALTH
                && pass.situation.takingPart().size() >= 2
                && !pass.comparable()
                && pass.situation.takingPart().stream().anyMatch(ref -> ref.figures().configured());
    }

    /** The line about a model whose refs are all down. */
    static String allDown(Situation situation) {
        return situation.allDown() == AllDown.CARRIED
                ? "All providers down: unmanaged providers carry the traffic"
                : "All providers down: writing baseline";
    }

    /** Why nothing is decided, as it continues "nothing is written: …". */
    static String leftAlone(ModelCondition condition) {
        return switch (condition) {
            case FEWER_THAN_TWO_PROVIDERS -> "fewer than two usable refs";
            case NOTHING_TO_MANAGE -> "no ref has metrics or a health check";
            case OWNED_BY_MIGRATION -> "another controller overwrites the object";
            case RELEASED -> "given back";
            case BEING_DELETED -> "being deleted";
            default -> throw new IllegalArgumentException(condition + " is decided about");
        };
    }

    /** For the page, which shows what is so now: what stands in the way, by name. */
    static String hint(ModelCondition condition, Pass pass) {
        String detail = detail(condition, pass.observed);
        List<Ref> sharing = pass.situation.takingPart();
        if (condition == ModelCondition.BALANCED && sharing.size() < 2) {
            return "there is nothing to divide among " + sharing.size() + " managed providers";
        }
        return condition == ModelCondition.NO_FRESH_METRICS
                ? sharing.stream()
                        .filter(ref -> !ref.fresh())
                        .map(ref -> ref.name() + " " + unread(ref.figures(), pass))
                        .collect(Collectors.joining(", ", detail + " (", ")"))
                : detail;
    }

    private static String unread(RefFigures figures, Pass pass) {
        if (!figures.configured()) {
            return "has no source";
        }
        if (figures.error() != null) {
            return figures.error();
        }
        return figures.kvAtNanos().isEmpty()
                ? "not read yet"
                : "read %ds ago".formatted(figures.ageNanos(pass.observed.nanos()) / 1_000_000_000);
    }

    static String detail(ModelCondition condition, Observed observed) {
        return switch (condition) {
            case BALANCED -> "weights follow the load";
            case PROVIDER_DOWN -> "weights of the other providers follow the load";
            case ALL_PROVIDERS_DOWN -> "every managed provider is down";
            case CONTENDED -> "somebody else puts the weights back";
            case NO_FRESH_METRICS ->
                    "Fewer than two providers have fresh metrics: weights are held";
            case WRITE_REFUSED ->
                    "Weights refused by the API server: "
                            + observed.lastWrite().map(LastWrite::cause).orElse("")
                            + "; tried again when the model changes, and hourly";
            case PAUSED -> "nothing is written until " + Mode.ANNOTATION + " changes";
            case OBSERVING -> "weights are decided and not written";
            case RELEASED -> "weights are the users' again";
            case FEWER_THAN_TWO_PROVIDERS, NOTHING_TO_MANAGE, OWNED_BY_MIGRATION, BEING_DELETED ->
                    "weights are left as they are";
        };
    }
}
