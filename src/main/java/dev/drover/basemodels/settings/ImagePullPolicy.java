package dev.drover.basemodels.settings;

/** {@code drover.basemodels.job.image-pull-policy}, written as Kubernetes writes it. */
public enum ImagePullPolicy {
    ALWAYS("Always"),
    IF_NOT_PRESENT("IfNotPresent"),
    NEVER("Never");

    private final String word;

    ImagePullPolicy(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
