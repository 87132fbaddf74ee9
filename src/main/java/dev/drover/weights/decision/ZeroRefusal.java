package dev.drover.weights.decision;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises an API server whose CRD does not take a weight of 0 (spec weights 1.2). */
final class ZeroRefusal {
    private static final Pattern WEIGHT =
            Pattern.compile(".*externalProviderRefs\\[(\\d{1,3})]\\.weight");

    private ZeroRefusal() {}

    /** True when the last patch was refused because of a weight that it set to 0. */
    static boolean of(Optional<LastWrite> write, Optional<Pending> patch) {
        return write.isPresent()
                && patch.isPresent()
                && write.get().outcome() == LastWrite.Outcome.REFUSED
                && write.get().fields().stream()
                        .anyMatch(field -> isZero(field, patch.get().state().entries()));
    }

    private static boolean isZero(String field, List<StateEntry> entries) {
        Matcher weight = WEIGHT.matcher(field);
        if (!weight.matches()) {
            return false;
        }
        int index = Integer.parseInt(weight.group(1));
        return index < entries.size() && entries.get(index).applied() == 0;
    }
}
