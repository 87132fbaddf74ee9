package dev.drover.kubernetes;

/**
 * RBAC does not allow it (403). Retried with growing pauses and heals without a restart; nobody
 * else is held up by it.
 */
public final class Forbidden extends ResourceException {
    /** What to do about it: the rights of the installed overlay again, and nothing else of it. */
    public static final String REMEDY =
            "kubectl apply -l drover.dev/part=rbac -k <overlay you installed>";

    private static final long serialVersionUID = 1L;

    private final String permission;

    /**
     * @param verb as in a role: {@code patch}, {@code create}, …
     * @param plural with its group, as in a role: {@code externalmodels.inference.opendatahub.io}
     */
    public Forbidden(String verb, String plural, Answer answer) {
        super(permission(verb, plural, answer), answer, null);
        this.permission = permission(verb, plural, answer);
    }

    /** {@code forbidden: may not patch <plural> in namespace <namespace>}. */
    public String permission() {
        return permission;
    }

    private static String permission(String verb, String plural, Answer answer) {
        return "forbidden: may not "
                + verb
                + " "
                + plural
                + answer.key()
                        .map(ObjectKey::namespace)
                        .filter(namespace -> !namespace.isEmpty())
                        .map(namespace -> " in namespace " + namespace)
                        .orElse("");
    }
}
