package dev.drover.weights;

/**
 * What decisions about one model remember from pass to pass. Opaque: made by {@link Calculator},
 * kept by UID, dropped when the model or the leadership is gone. Losing it costs the smoothing and
 * the fraction below the deadband, nothing else.
 */
public final class ModelState {
    private static final ModelState EMPTY = new ModelState();

    private ModelState() {}

    /** Nothing is remembered: the first look at a model. */
    public static ModelState empty() {
        return EMPTY;
    }
}
