package dev.drover.basemodels.objects;

/** Labels and annotations by which metadata Jobs and their Pods are found and told apart. */
public final class JobLabels {
    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    public static final String DROVER = "drover";
    public static final String COMPONENT = "app.kubernetes.io/component";
    public static final String METADATA_EXTRACTION = "metadata-extraction";
    public static final String MODEL_UID = "drover.dev/model-uid";
    public static final String MODEL_NAME = "models.ome/model-name";
    public static final String MODEL_SCOPE = "models.ome/model-scope";

    /** Annotation: which question the Job answers. */
    public static final String FINGERPRINT = "drover.dev/fingerprint";

    /** Annotation: which try it is. */
    public static final String ATTEMPT = "drover.dev/attempt";

    /** Annotation: {@code native} or {@code ome-agent}. */
    public static final String EXTRACTOR = "drover.dev/extractor";

    /** Set by the Job controller on Pods. */
    public static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";

    private JobLabels() {}
}
