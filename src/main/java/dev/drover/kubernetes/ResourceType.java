package dev.drover.kubernetes;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A kind of object as the path of an endpoint names it: {@code
 * inference.opendatahub.io/v1alpha1/externalmodels}, {@code v1/configmaps}. Several versions stand
 * in order of preference ({@code serving.kserve.io/v1alpha2,v1alpha1/llminferenceservices}); the
 * first that the server serves is used.
 *
 * @param group API group, empty for the core group
 * @param versions at least one, the most wanted first
 * @param plural plural name in lower case, as in URLs and RBAC rules
 */
public record ResourceType(String group, List<String> versions, String plural) {
    private static final Pattern GROUP = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");
    private static final Pattern WORD = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

    public ResourceType {
        Objects.requireNonNull(group, "group");
        versions = List.copyOf(versions);
        if (!(group.isEmpty() || GROUP.matcher(group).matches())
                || versions.isEmpty()
                || !versions.stream().allMatch(version -> WORD.matcher(version).matches())
                || !WORD.matcher(plural).matches()) {
            throw refused(group + "/" + String.join(",", versions) + "/" + plural);
        }
    }

    /**
     * Reads {@code group/version[,version…]/plural}, or {@code version/plural} of the core group.
     *
     * @throws IllegalArgumentException if the text has another form; the message names the form
     */
    public static ResourceType parse(String path) {
        String[] parts = path.split("/", -1);
        if (parts.length < 2 || parts.length > 3 || parts[0].isEmpty()) {
            throw refused(path);
        }
        int version = parts.length - 2;
        return new ResourceType(
                version == 0 ? "" : parts[0],
                Arrays.asList(parts[version].split(",", -1)),
                parts[version + 1]);
    }

    /** As RBAC and messages of the API server call it: {@code externalmodels.inference.op….io}. */
    public String qualifiedName() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /** The path form that {@link #parse} reads. */
    @Override
    public String toString() {
        String versioned = String.join(",", versions) + "/" + plural;
        return group.isEmpty() ? versioned : group + "/" + versioned;
    }

    private static IllegalArgumentException refused(String path) {
        return new IllegalArgumentException(
                "\"%s\" is not a resource path; accepted: group/version[,version]/plural, or version/plural of the core group"
                        .formatted(path.length() > 200 ? path.substring(0, 200) : path));
    }
}
