package dev.drover.kubernetes;

import java.util.List;

/**
 * The object that would result is not valid (422 with causes, or 400). Sending the same again never
 * helps; the invalid field may be one that was not touched.
 */
public final class Invalid extends ResourceException {
    private static final long serialVersionUID = 1L;

    private final transient List<Cause> causes;

    public Invalid(Answer answer, List<Cause> causes) {
        super("invalid", answer, null);
        this.causes = List.copyOf(causes);
    }

    /** What the server found wrong, in its order; empty when it did not say field by field. */
    public List<Cause> causes() {
        return causes;
    }

    /**
     * @param field path as in {@code spec.externalProviderRefs[0].weight}
     * @param reason for example {@code FieldValueInvalid}
     * @param message the server's words
     */
    public record Cause(String field, String reason, String message) {}
}
