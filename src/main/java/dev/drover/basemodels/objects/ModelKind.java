package dev.drover.basemodels.objects;

/** The two kinds of model, {@code ome.io/v1beta1}. */
public enum ModelKind {
    /** Namespaced; its claim lives in its own namespace. */
    BASE_MODEL("BaseModel", "basemodels", "namespaced"),
    /** Cluster-scoped; its storage URI names the claim's namespace. */
    CLUSTER_BASE_MODEL("ClusterBaseModel", "clusterbasemodels", "cluster");

    /** Group and version of both. */
    public static final String API_VERSION = "ome.io/v1beta1";

    private final String word;
    private final String plural;
    private final String scope;

    ModelKind(String word, String plural, String scope) {
        this.word = word;
        this.plural = plural;
        this.scope = scope;
    }

    /** As in {@code kind}: {@code BaseModel}. */
    public String word() {
        return word;
    }

    /** As an endpoint's path: {@code ome.io/v1beta1/basemodels}. */
    public String resource() {
        return API_VERSION + "/" + plural;
    }

    /** Value of the label {@code models.ome/model-scope}. */
    public String scope() {
        return scope;
    }

    /** Reads {@code kind}; whatever is not the cluster-scoped one is the namespaced one. */
    public static ModelKind ofWord(String word) {
        return CLUSTER_BASE_MODEL.word.equals(word) ? CLUSTER_BASE_MODEL : BASE_MODEL;
    }
}
