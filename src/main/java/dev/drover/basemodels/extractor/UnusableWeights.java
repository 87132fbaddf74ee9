package dev.drover.basemodels.extractor;

/** Weights from which no number of parameters can be read: a warning, never fatal. */
final class UnusableWeights extends Exception {
    private static final long serialVersionUID = 1;

    private final Warning warning;

    /**
     * @param what which file and why, no content of it
     */
    UnusableWeights(Warning warning, String what) {
        super(what);
        this.warning = warning;
    }

    static UnusableWeights unreadable(String name, String why) {
        return new UnusableWeights(
                Warning.WEIGHTS_UNREADABLE, PlainText.of(name, 200) + ": " + why);
    }

    Warning warning() {
        return warning;
    }
}
