package dev.drover.basemodels.extractor;

import java.util.Locale;
import java.util.Set;

/** How many parameters a quantisation puts into one stored element. */
enum Packing {
    FOUR_BIT_FLOATS,
    FOUR_BIT_INTEGERS,
    /** One, as without any. */
    NONE;

    private static final Set<String> FLOATS = Set.of("nvfp4", "mxfp4", "fp4");

    /**
     * By the name of the algorithm.
     *
     * @param name as the files spell it, {@code INT4_AWQ}
     */
    static Packing of(String name) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        if (FLOATS.contains(lower)) {
            return FOUR_BIT_FLOATS;
        }
        return isFourBitInteger(lower) ? FOUR_BIT_INTEGERS : NONE;
    }

    /**
     * By the type of the stored elements.
     *
     * @param dtype as stored, {@code I32}
     */
    int factor(String dtype) {
        return switch (this) {
            case FOUR_BIT_FLOATS -> bits(dtype) == 8 ? 2 : 1;
            case FOUR_BIT_INTEGERS -> Math.max(1, bits(dtype) / 4);
            case NONE -> 1;
        };
    }

    static boolean isFourBitInteger(String lowerName) {
        return lowerName.contains("int4") || lowerName.contains("w4a");
    }

    /** Width of an integer type, 0 for other types. */
    static int bits(String dtype) {
        return switch (dtype.strip().toLowerCase(Locale.ROOT)) {
            case "i8", "u8", "int8", "uint8" -> 8;
            case "i16", "u16", "int16", "uint16" -> 16;
            case "i32", "u32", "int32", "uint32" -> 32;
            default -> 0;
        };
    }
}
