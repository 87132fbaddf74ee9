package dev.drover.weights.decision;

import java.util.Optional;

/**
 * What is known to stand in the object and why: the annotation's content, or what edits have made
 * of it since.
 *
 * @param text of the annotation that this belongs to, empty when there was none
 * @param state baseline and last known weight of every ref
 * @param written false while Drover has never written the model
 */
record Known(Optional<String> text, WeightsState state, boolean written) {}
