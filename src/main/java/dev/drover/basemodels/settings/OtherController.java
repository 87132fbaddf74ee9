package dev.drover.basemodels.settings;

/** What a metadata Job of another controller means; {@code drover.basemodels.other-controller}. */
public enum OtherController {
    /** That controller keeps the model: nothing is written to it. */
    STAND_DOWN,
    /** Nothing. */
    IGNORE
}
