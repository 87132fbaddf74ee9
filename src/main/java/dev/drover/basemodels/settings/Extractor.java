package dev.drover.basemodels.settings;

/** What runs inside the metadata Job; {@code drover.basemodels.extractor}. */
public enum Extractor {
    /** Drover's own extractor, whose result is the container's termination message. */
    NATIVE("native", "drover-metadata"),
    /** The OME agent, which writes a ConfigMap. */
    OME_AGENT("ome-agent", "ome-model-metadata");

    private final String word;
    private final String serviceAccount;

    Extractor(String word, String serviceAccount) {
        this.word = word;
        this.serviceAccount = serviceAccount;
    }

    /** As in keys, metrics and the annotation {@code drover.dev/extractor}. */
    public String word() {
        return word;
    }

    /** The Job's ServiceAccount when {@code job.service-account} names no other. */
    public String serviceAccount() {
        return serviceAccount;
    }
}
