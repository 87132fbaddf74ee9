package dev.drover.basemodels.extractor;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A moment after which it is no longer worth to go on. */
final class Deadline {
    private final LongSupplier nanos;
    private final long start;
    private final long length;

    /**
     * @param nanos a clock that only moves forward
     */
    Deadline(LongSupplier nanos, Duration length) {
        this.nanos = nanos;
        this.start = nanos.getAsLong();
        this.length = length.toNanos();
    }

    boolean passed() {
        return nanos.getAsLong() - start >= length;
    }
}
