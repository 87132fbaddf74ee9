package dev.drover.sandbox.apiserver;

import java.util.List;
import java.util.Optional;

/**
 * A kind that is served, built in or from a CRD. {@code since} is the revision at which its storage
 * began: older watches are too old.
 */
record Kind(
        String group,
        String plural,
        String name,
        boolean namespaced,
        boolean custom,
        boolean countsGenerations,
        List<Version> versions,
        long since) {

    /** One served version; without a schema everything is accepted and kept. */
    record Version(String name, boolean statusSubresource, Optional<Schema> schema) {}

    /** {@code inference.opendatahub.io/externalmodels}, or {@code /configmaps}. */
    String id() {
        return group + "/" + plural;
    }

    /** Under which its objects are stored, one for all versions, and for both groups of Events. */
    String storage() {
        return id().equals(EventForms.GROUP + EventForms.CORE) ? EventForms.CORE : id();
    }

    /** {@code externalmodels.inference.opendatahub.io}, or {@code configmaps}. */
    String qualifiedResource() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    String apiVersion(Version version) {
        return group.isEmpty() ? version.name() : group + "/" + version.name();
    }

    Optional<Version> version(String name) {
        return versions.stream().filter(version -> version.name().equals(name)).findFirst();
    }
}
