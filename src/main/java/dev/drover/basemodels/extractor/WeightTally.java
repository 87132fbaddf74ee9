package dev.drover.basemodels.extractor;

import java.util.Optional;

/**
 * Adds up tensors. Of quantised weights it counts what they stand for and, should that fail, what
 * is stored.
 */
final class WeightTally implements TensorSink {
    private final Optional<Quantization> quantization;
    private long stored;
    private long logical;
    private boolean logicalFits = true;

    WeightTally(Optional<Quantization> quantization) {
        this.quantization = quantization;
    }

    @Override
    public void tensor(String name, String dtype, long elements) {
        stored = Math.addExact(stored, elements);
        if (quantization.isPresent() && logicalFits) {
            try {
                logical =
                        Math.addExact(
                                logical, quantization.get().parameters(name, dtype, elements));
            } catch (ArithmeticException tooLarge) {
                logicalFits = false;
            }
        }
    }

    long parameters() {
        return quantization.isPresent() && logicalFits ? logical : stored;
    }
}
