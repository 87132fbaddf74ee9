package dev.drover.weights.whatif;

import dev.drover.weights.decision.Decision;
import dev.drover.weights.decision.ModelState;
import dev.drover.weights.decision.Observed;

/** What closes the loop; the calculator of the product. */
@FunctionalInterface
interface Decider {
    Decision decide(Observed observed, ModelState state);
}
