package dev.drover.sandbox.apiserver;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The built-in kinds that Drover or its users' objects touch. */
final class BuiltInKinds {
    /**
     * Group/version, plural, kind, scope; {@code status} if it has that subresource, {@code gen} if
     * it counts generations.
     */
    private static final String TABLE =
            """
            v1                      namespaces                Namespace                cluster    status
            v1                      configmaps                ConfigMap                namespaced
            v1                      secrets                   Secret                   namespaced
            v1                      services                  Service                  namespaced status
            v1                      serviceaccounts           ServiceAccount           namespaced
            v1                      events                    Event                    namespaced
            events.k8s.io/v1        events                    Event                    namespaced
            v1                      nodes                     Node                     cluster    status
            v1                      pods                      Pod                      namespaced status gen
            v1                      persistentvolumeclaims    PersistentVolumeClaim    namespaced status
            v1                      persistentvolumes         PersistentVolume         cluster    status
            batch/v1                jobs                      Job                      namespaced status gen
            apps/v1                 deployments               Deployment               namespaced status gen
            storage.k8s.io/v1       storageclasses            StorageClass             cluster
            events.k8s.io/v1        events                    Event                    namespaced
            coordination.k8s.io/v1  leases                    Lease                    namespaced
            rbac.authorization.k8s.io/v1  rolebindings        RoleBinding              namespaced
            apiextensions.k8s.io/v1 customresourcedefinitions CustomResourceDefinition cluster    status gen
            """;

    private BuiltInKinds() {}

    static List<Kind> all() {
        return TABLE.lines().map(line -> kind(Arrays.asList(line.trim().split(" +", -1)))).toList();
    }

    private static Kind kind(List<String> columns) {
        int slash = columns.get(0).indexOf('/');
        Kind.Version version =
                new Kind.Version(
                        columns.get(0).substring(slash + 1),
                        columns.contains("status"),
                        Optional.empty());
        return new Kind(
                slash < 0 ? "" : columns.get(0).substring(0, slash),
                columns.get(1),
                columns.get(2),
                columns.get(3).equals("namespaced"),
                false,
                columns.contains("gen"),
                List.of(version),
                0);
    }
}
