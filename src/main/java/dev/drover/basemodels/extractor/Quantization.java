package dev.drover.basemodels.extractor;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How the weights are quantised.
 *
 * @param algorithm as the files spell it: {@code NVFP4}, {@code INT4_AWQ}
 * @param excluded modules that are stored as they are
 */
record Quantization(String algorithm, Exclusions excluded) {
    private static final Set<String> FOUR_BIT_FLOATS = Set.of("nvfp4", "mxfp4", "fp4");

    /** What one tensor stands for: scales for nothing, packed elements for several parameters. */
    long parameters(String tensor, String dtype, long elements) {
        if (ScaleTensors.contains(tensor)) {
            return 0;
        }
        int factor = packing(algorithm, dtype);
        return factor == 1 || excluded.contains(tensor)
                ? elements
                : Math.multiplyExact(elements, factor);
    }

    /** Parameters in one stored element. */
    static int packing(String algorithm, String dtype) {
        String name = lower(algorithm);
        int bits = bits(lower(dtype));
        if (FOUR_BIT_FLOATS.contains(name)) {
            return bits == 8 ? 2 : 1;
        }
        return isFourBitInteger(name) && bits > 0 ? bits / 4 : 1;
    }

    /** The value of the model's field; empty for what it has no word for. */
    static Optional<String> fieldValue(String algorithm) {
        String name = lower(algorithm);
        if (List.of("fbgemm_fp8", "nvfp4", "mxfp4").contains(name)) {
            return Optional.of(name);
        }
        if (isFourBitInteger(name)) {
            return Optional.of("int4");
        }
        if (name.contains("fp8")) {
            return Optional.of("fp8");
        }
        return name.equals("compressed-tensors") || name.equals("compressed_tensors")
                ? Optional.of("compressed-tensors")
                : Optional.empty();
    }

    private static boolean isFourBitInteger(String name) {
        return name.contains("int4") || name.contains("w4a");
    }

    /** Width of an integer type, 0 for other types. */
    private static int bits(String dtype) {
        return switch (dtype) {
            case "i8", "u8", "int8", "uint8" -> 8;
            case "i16", "u16", "int16", "uint16" -> 16;
            case "i32", "u32", "int32", "uint32" -> 32;
            default -> 0;
        };
    }

    private static String lower(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }
}
