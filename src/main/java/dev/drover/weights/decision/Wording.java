package dev.drover.weights.decision;

import dev.drover.intents.Mode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The sentences about a change of weights. */
final class Wording {
    private Wording() {}

    /** {@code cluster-b 50->6, cluster-c 50->94}: what changes. */
    static String changes(List<Ref> changed, int[] weights) {
        List<String> changes = new ArrayList<>();
        for (Ref ref : changed) {
            changes.add(ref.name() + " " + ref.weight() + "->" + weights[ref.spec().index()]);
        }
        return changes.isEmpty() ? "unchanged" : String.join(", ", changes);
    }

    /** The INFO line of a write. */
    static String summary(
            Mode mode,
            List<Ref> changed,
            int[] weights,
            String reason,
            double shift,
            EffectiveLoad[] loads) {
        List<String> shown = new ArrayList<>();
        for (Ref ref : changed) {
            EffectiveLoad load = loads[ref.spec().index()];
            shown.add(load == null ? "-" : decimals(load.load(), 2));
        }
        return (mode == Mode.OBSERVE ? "Weights would be: " : "Weights: ")
                + changes(changed, weights)
                + " reason="
                + reason
                + " shift="
                + shift(shift)
                + " load="
                + String.join("/", shown);
    }

    /** {@code 10m}, {@code 90s}: the largest unit that loses nothing. */
    static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds > 0 && seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds > 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /** One decimal, and none where it would be 0. */
    static String shift(double shift) {
        return new BigDecimal(decimals(shift, 1)).stripTrailingZeros().toPlainString();
    }

    static String decimals(double value, int places) {
        return BigDecimal.valueOf(value).setScale(places, RoundingMode.HALF_UP).toPlainString();
    }
}
