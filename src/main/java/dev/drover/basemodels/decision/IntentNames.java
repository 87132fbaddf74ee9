package dev.drover.basemodels.decision;

/** Names of the intents of this flow (spec basemodels 4). */
public final class IntentNames {
    public static final String PATCH_FINALIZERS = "PatchFinalizers";
    public static final String CREATE_SERVICE_ACCOUNT = "CreateServiceAccount";
    public static final String CREATE_ROLE_BINDING = "CreateRoleBinding";
    public static final String CREATE_JOB = "CreateJob";
    public static final String ADOPT_JOB = "AdoptJob";
    public static final String PATCH_SPEC = "PatchSpec";
    public static final String PATCH_ANNOTATIONS = "PatchAnnotations";
    public static final String PATCH_STATUS = "PatchStatus";
    public static final String DELETE_JOB = "DeleteJob";
    public static final String DELETE_CONFIG_MAP = "DeleteConfigMap";

    private IntentNames() {}
}
