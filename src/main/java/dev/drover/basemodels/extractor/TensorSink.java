package dev.drover.basemodels.extractor;

/** Takes the tensors of a header one by one. */
interface TensorSink {
    /**
     * One tensor.
     *
     * @param dtype as stored, {@code BF16}; empty when the header does not say
     * @param elements product of the shape, 0 for a scalar
     * @throws ArithmeticException when a sum does not fit a long
     */
    void tensor(String name, String dtype, long elements);
}
