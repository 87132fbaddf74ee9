package dev.drover.basemodels.extractor;

import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** How many bits a quantised weight has, in the words of the libraries that write it. */
final class WeightBits {
    private static final int MAX_GROUPS = 100;
    private static final int MAX_BITS = 32;
    private static final String GROUPS = "config_groups";
    private static final String WEIGHTS = "weights";
    private static final String NUM_BITS = "num_bits";
    private static final String STORAGE = "bnb_4bit_quant_storage";

    /** What of {@code quantization_config} is read here. */
    static final Map<String, Keep> KEYS =
            Map.of(
                    "bits",
                    Keep.SCALAR,
                    GROUPS,
                    Keep.each(
                            Keep.members(
                                    Map.of(WEIGHTS, Keep.members(Map.of(NUM_BITS, Keep.SCALAR)))),
                            MAX_GROUPS),
                    "load_in_4bit",
                    Keep.SCALAR,
                    "load_in_8bit",
                    Keep.SCALAR,
                    STORAGE,
                    Keep.SCALAR);

    private WeightBits() {}

    /** Empty when it is not said, or when it is not the same for all weights. */
    static OptionalInt of(JsonObject json) {
        boolean inOtherTypes =
                json.text(STORAGE).filter(type -> !type.endsWith("uint8")).isPresent();
        if (inOtherTypes) {
            return OptionalInt.empty();
        }
        Set<Long> widths = new HashSet<>();
        json.whole("bits").ifPresent(widths::add);
        json.object(GROUPS).ifPresent(groups -> ofGroups(groups, widths));
        if (json.isTrue("load_in_4bit")) {
            widths.add(4L);
        }
        if (json.isTrue("load_in_8bit")) {
            widths.add(8L);
        }
        if (widths.size() != 1) {
            return OptionalInt.empty();
        }
        long bits = widths.iterator().next();
        return bits >= 1 && bits <= MAX_BITS ? OptionalInt.of((int) bits) : OptionalInt.empty();
    }

    private static void ofGroups(JsonObject groups, Set<Long> widths) {
        for (Object group : groups.members().values()) {
            if (group instanceof JsonObject named && named.object(WEIGHTS).isPresent()) {
                OptionalLong bits = named.object(WEIGHTS).get().whole(NUM_BITS);
                widths.add(bits.orElse(-1));
            }
        }
    }
}
