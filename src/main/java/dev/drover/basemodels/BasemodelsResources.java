package dev.drover.basemodels;

import dev.drover.basemodels.objects.ModelKind;

/** Paths of the kinds that the flow reads, as its endpoints name them, and names of its indexes. */
final class BasemodelsResources {
    static final String MODELS = ModelKind.BASE_MODEL.resource();
    static final String CLUSTER_MODELS = ModelKind.CLUSTER_BASE_MODEL.resource();
    static final String CLAIMS = "v1/persistentvolumeclaims";
    static final String JOBS = "batch/v1/jobs";
    static final String PODS = "v1/pods";
    static final String STORAGE_CLASSES = "storage.k8s.io/v1/storageclasses";
    static final String CONFIG_MAPS = "v1/configmaps";
    static final String EVENTS = "v1/events";
    static final String CRDS = "apiextensions.k8s.io/v1/customresourcedefinitions";

    /** Beans that file objects in the caches, and names of these indexes. */
    static final String MODEL_INDEX = "basemodels-model-index";

    static final String CLAIM_INDEX = "basemodels-claim-index";
    static final String JOB_INDEX = "basemodels-job-index";
    static final String POD_INDEX = "basemodels-pod-index";

    private BasemodelsResources() {}
}
