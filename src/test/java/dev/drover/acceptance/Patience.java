package dev.drover.acceptance;

import java.util.function.BooleanSupplier;

/** How a scenario waits for what Drover does. */
interface Patience {
    void until(BooleanSupplier condition);

    /** Between two things that users do. */
    default void pause() {}
}
