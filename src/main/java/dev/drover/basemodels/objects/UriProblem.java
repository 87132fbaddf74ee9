package dev.drover.basemodels.objects;

/** What can be wrong with a {@code pvc://} URI, in the order in which it is looked for. */
public enum UriProblem {
    CONTROL_CHARACTER("ControlCharacter", "holds a control character"),
    TOO_LONG("TooLong", "is longer than 4096 bytes, or one of its path segments than 255"),
    CLAIM_MISSING("ClaimMissing", "names no claim"),
    NO_PATH("NoPath", "has no path after the claim"),
    EMPTY_PATH("EmptyPath", "has an empty path; the volume's root is written as \".\""),
    TOO_MANY_COLONS("TooManyColons", "has more than one colon before the path"),
    NAMESPACE_MISSING("NamespaceMissing", "has a colon, but no namespace before it"),
    NAMESPACE_SYNTAX(
            "NamespaceSyntax",
            "names a namespace that Kubernetes does not allow: 1 to 63 of a-z, 0-9 and -, beginning"
                    + " and ending with a letter or digit"),
    CLAIM_SYNTAX(
            "ClaimSyntax",
            "names a claim that Kubernetes does not allow: labels of 1 to 63 of a-z, 0-9 and -,"
                    + " joined by dots, 253 at most"),
    NAMESPACE_NOT_ALLOWED(
            "NamespaceNotAllowed",
            "names a namespace: the claim of a BaseModel is always in the model's own"),
    NAMESPACE_REQUIRED(
            "NamespaceRequired", "names no namespace: a ClusterBaseModel has none of its own"),
    ABSOLUTE_PATH("AbsolutePath", "has an absolute path; it is relative to the volume's root"),
    TRAVERSAL("Traversal", "leaves the volume by a .. segment"),
    TRAILING_BLANK("TrailingBlank", "ends in white space");

    private final String word;
    private final String sentence;

    UriProblem(String word, String sentence) {
        this.word = word;
        this.sentence = sentence;
    }

    /** As in documentation and messages: {@code NamespaceRequired}. */
    public String word() {
        return word;
    }

    /** What is wrong, as the predicate of a sentence about the URI. */
    public String sentence() {
        return sentence;
    }
}
