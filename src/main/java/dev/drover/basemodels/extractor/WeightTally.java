package dev.drover.basemodels.extractor;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Adds up tensors. Of quantised weights it counts what they stand for and, should that fail, what
 * is stored.
 */
final class WeightTally implements TensorSink {
    private final Optional<Quantization> quantization;
    private final BooleanSupplier late;
    private long stored;
    private long logical;
    private boolean logicalFits = true;
    private boolean packingKnown = true;

    /**
     * @param late nothing more has to be counted
     */
    WeightTally(Optional<Quantization> quantization, BooleanSupplier late) {
        this.quantization = quantization;
        this.late = late;
    }

    @Override
    public void tensor(String name, String dtype, long elements) {
        stored = Math.addExact(stored, elements);
        if (quantization.isPresent() && logicalFits) {
            try {
                OptionalLong parameters =
                        quantization.get().parameters(name, dtype, elements, late);
                packingKnown &= parameters.isPresent();
                logical = Math.addExact(logical, parameters.orElse(0));
            } catch (ArithmeticException tooLarge) {
                logicalFits = false;
            }
        }
    }

    /** False when some elements stand for nobody knows how many parameters. */
    boolean packingKnown() {
        return packingKnown;
    }

    long parameters() {
        return quantization.isPresent() && logicalFits ? logical : stored;
    }
}
