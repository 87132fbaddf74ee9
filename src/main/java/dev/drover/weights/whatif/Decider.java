package dev.drover.weights.whatif;

import dev.drover.weights.Decision;
import dev.drover.weights.ModelState;
import dev.drover.weights.Observed;

/** What closes the loop; the calculator of the product. */
@FunctionalInterface
interface Decider {
    Decision decide(Observed observed, ModelState state);
}
