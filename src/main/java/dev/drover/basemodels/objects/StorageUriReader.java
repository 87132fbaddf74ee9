package dev.drover.basemodels.objects;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drover.kubernetes.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The grammar of storage URIs. Kubernetes itself checks nothing of it and there is no webhook, so
 * whatever a mount could be misled with is refused here. No percent-decoding and no trimming: what
 * a user wrote is what the kubelet gets.
 */
final class StorageUriReader {
    static final String PREFIX = "pvc://";

    private static final int MAX_BYTES = 4096;
    private static final int MAX_SEGMENT_BYTES = 255;
    private static final int MAX_CLAIM = 253;
    private static final String LABEL = "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?";
    private static final Pattern NAMESPACE = Pattern.compile(LABEL);
    private static final Pattern CLAIM = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*+");

    private final ModelKind kind;
    private final String modelNamespace;
    private final String uri;
    private final String head;

    /** After the first slash; null when there is none. */
    private final String path;

    private StorageUriReader(ModelKind kind, String modelNamespace, String uri) {
        this.kind = kind;
        this.modelNamespace = modelNamespace;
        this.uri = uri;
        String rest = uri.substring(PREFIX.length());
        int slash = rest.indexOf('/');
        this.head = slash < 0 ? rest : rest.substring(0, slash);
        this.path = slash < 0 ? null : rest.substring(slash + 1);
    }

    static ModelSource read(ModelKind kind, String namespace, String uri) {
        if (uri == null || !uri.startsWith(PREFIX)) {
            return new ModelSource.NotOurs();
        }
        return new StorageUriReader(kind, namespace, uri).read();
    }

    private ModelSource read() {
        UriProblem problem = problem();
        if (problem != null) {
            return new ModelSource.Refused(problem, Shown.text(uri));
        }
        String namespace = colon() < 0 ? modelNamespace : head.substring(0, colon());
        ObjectKey claim = new ObjectKey(namespace, head.substring(colon() + 1));
        return new ModelSource.OnClaim(
                new StorageUri(claim, colon() >= 0, String.join("/", segments())));
    }

    private UriProblem problem() {
        UriProblem problem = problemOfText();
        if (problem == null) {
            problem = problemOfHead();
        }
        return problem == null ? problemOfPath() : problem;
    }

    private UriProblem problemOfText() {
        if (uri.chars().anyMatch(Shown::control)) {
            return UriProblem.CONTROL_CHARACTER;
        }
        if (bytes(uri) > MAX_BYTES || longSegment()) {
            return UriProblem.TOO_LONG;
        }
        return null;
    }

    private UriProblem problemOfHead() {
        if (head.isEmpty() || head.endsWith(":")) {
            return UriProblem.CLAIM_MISSING;
        }
        if (path == null) {
            return UriProblem.NO_PATH;
        }
        if (path.isEmpty()) {
            return UriProblem.EMPTY_PATH;
        }
        if (head.indexOf(':') != head.lastIndexOf(':')) {
            return UriProblem.TOO_MANY_COLONS;
        }
        return problemOfNames();
    }

    private UriProblem problemOfNames() {
        if (colon() == 0) {
            return UriProblem.NAMESPACE_MISSING;
        }
        if (colon() > 0 && !NAMESPACE.matcher(head.substring(0, colon())).matches()) {
            return UriProblem.NAMESPACE_SYNTAX;
        }
        String claim = head.substring(colon() + 1);
        if (claim.length() > MAX_CLAIM || !CLAIM.matcher(claim).matches()) {
            return UriProblem.CLAIM_SYNTAX;
        }
        return switch (kind) {
            case BASE_MODEL -> colon() < 0 ? null : UriProblem.NAMESPACE_NOT_ALLOWED;
            case CLUSTER_BASE_MODEL -> colon() < 0 ? UriProblem.NAMESPACE_REQUIRED : null;
        };
    }

    private UriProblem problemOfPath() {
        if (path.startsWith("/")) {
            return UriProblem.ABSOLUTE_PATH;
        }
        List<String> segments = segments();
        if (segments.contains("..")) {
            return UriProblem.TRAVERSAL;
        }
        boolean blank = !segments.isEmpty() && endsInBlank(segments.get(segments.size() - 1));
        return blank ? UriProblem.TRAILING_BLANK : null;
    }

    private int colon() {
        return head.indexOf(':');
    }

    /** Without those that mean nothing. */
    private List<String> segments() {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            if (!segment.isEmpty() && !segment.equals(".")) {
                segments.add(segment);
            }
        }
        return segments;
    }

    private boolean longSegment() {
        if (path == null) {
            return false;
        }
        for (String segment : path.split("/", -1)) {
            if (bytes(segment) > MAX_SEGMENT_BYTES) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsInBlank(String text) {
        int last = text.codePointBefore(text.length());
        return Character.isWhitespace(last) || Character.isSpaceChar(last);
    }

    private static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }
}
