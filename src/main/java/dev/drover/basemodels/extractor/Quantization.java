package dev.drover.basemodels.extractor;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * How the weights are quantised.
 *
 * @param algorithm as the files spell it: {@code NVFP4}, {@code INT4_AWQ}
 * @param bits of one weight, where the files say so apart from the name
 * @param excluded modules that are stored as they are
 */
record Quantization(String algorithm, Packing packing, OptionalInt bits, Exclusions excluded) {
    private static final List<String> AS_THEY_ARE = List.of("fbgemm_fp8", "nvfp4", "mxfp4");

    Quantization(String algorithm, OptionalInt bits, Exclusions excluded) {
        this(algorithm, Packing.of(algorithm), bits, excluded);
    }

    /**
     * What one tensor stands for: scales for nothing, packed elements for several parameters. Empty
     * when the elements are packed and it is not known how.
     *
     * @param late there is no time left to look at all exclusions
     */
    OptionalLong parameters(String tensor, String dtype, long elements, BooleanSupplier late) {
        if (ScaleTensors.contains(tensor)) {
            return OptionalLong.of(0);
        }
        if (packing == Packing.NONE) {
            return PackedTensors.of(algorithm, tensor, dtype).parameters(elements, dtype, bits);
        }
        int factor = packing.factor(dtype);
        return OptionalLong.of(
                factor == 1 || excluded.contains(tensor, late)
                        ? elements
                        : Math.multiplyExact(elements, factor));
    }

    /** The value of the model's field; empty for what it has no word for. */
    static Optional<String> fieldValue(String algorithm) {
        String name = algorithm.strip().toLowerCase(Locale.ROOT);
        if (AS_THEY_ARE.contains(name)) {
            return Optional.of(name);
        }
        if (Packing.isFourBitInteger(name)) {
            return Optional.of("int4");
        }
        if (name.contains("fp8")) {
            return Optional.of("fp8");
        }
        return name.equals("compressed-tensors") || name.equals("compressed_tensors")
                ? Optional.of("compressed-tensors")
                : Optional.empty();
    }
}
