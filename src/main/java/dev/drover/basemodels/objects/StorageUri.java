package dev.drover.basemodels.objects;

import dev.drover.kubernetes.ObjectKey;

/**
 * A directory on a claim, as a legal {@code pvc://} URI names it.
 *
 * @param claim where the claim is, with its namespace
 * @param namespaceGiven the URI itself names the namespace (ClusterBaseModel)
 * @param subPath normalised and relative, never with a {@code ..} segment; empty = the volume's
 *     root
 */
public record StorageUri(ObjectKey claim, boolean namespaceGiven, String subPath) {
    /** The sub-path as annotations and messages show it: {@code .} for the root. */
    public String shownPath() {
        return subPath.isEmpty() ? "." : subPath;
    }

    /** The one spelling of all URIs that mean the same. */
    public String canonical() {
        String head = namespaceGiven ? claim.namespace() + ":" + claim.name() : claim.name();
        return StorageUriReader.PREFIX + head + "/" + shownPath();
    }
}
