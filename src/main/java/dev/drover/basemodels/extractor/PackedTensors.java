package dev.drover.basemodels.extractor;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a tensor's name says about its elements, where the name of the algorithm says nothing:
 * compressed-tensors and GPTQ pack weights into integers of names of their own, bitsandbytes into
 * bytes of the usual name, with its state beside them.
 */
enum PackedTensors {
    /** Several parameters to an element. */
    PACKED,
    /** Of the quantisation, no parameters. */
    STATE,
    /** State that is there only when weights are packed. */
    STATE_OF_PACKED,
    /** One parameter to an element. */
    PLAIN;

    private static final Set<String> WEIGHTS = Set.of("weight_packed", "qweight");
    private static final Set<String> SHAPES = Set.of("weight_shape", "weight_g_idx");
    private static final Set<String> BYTES_STATE = Set.of("SCB", "weight_format");
    private static final Set<String> BLOCK_STATE =
            Set.of(
                    "absmax",
                    "nested_absmax",
                    "quant_map",
                    "nested_quant_map",
                    "bitsandbytes__nf4",
                    "bitsandbytes__fp4");

    static PackedTensors of(String algorithm, String tensor, String dtype) {
        String last = tensor.substring(tensor.lastIndexOf('.') + 1);
        if (WEIGHTS.contains(last) && Packing.bits(dtype) > 0) {
            return PACKED;
        }
        if (SHAPES.contains(last)) {
            return STATE;
        }
        return algorithm.strip().equalsIgnoreCase("bitsandbytes")
                ? ofBitsAndBytes(last, dtype)
                : PLAIN;
    }

    private static PackedTensors ofBitsAndBytes(String last, String dtype) {
        if (BLOCK_STATE.contains(last)) {
            return STATE_OF_PACKED;
        }
        if (BYTES_STATE.contains(last)) {
            return STATE;
        }
        return last.equals("weight") && Packing.bits(dtype) == 8 ? PACKED : PLAIN;
    }

    /**
     * What the elements stand for; empty when that is not known.
     *
     * @param bits of one weight
     */
    OptionalLong parameters(long elements, String dtype, OptionalInt bits) {
        return switch (this) {
            case PLAIN -> OptionalLong.of(elements);
            case STATE -> OptionalLong.of(0);
            case STATE_OF_PACKED -> bits.isPresent() ? OptionalLong.of(0) : OptionalLong.empty();
            case PACKED -> unpacked(elements, Packing.bits(dtype), bits);
        };
    }

    /** Only weights that fill their element: three bits in 32 are spread in more ways than one. */
    private static OptionalLong unpacked(long elements, int width, OptionalInt bits) {
        return bits.isPresent() && width % bits.getAsInt() == 0
                ? OptionalLong.of(Math.multiplyExact(elements, width / bits.getAsInt()))
                : OptionalLong.empty();
    }
}
