package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.RawApi;
import java.time.Duration;

/** Claims, volumes and classes of one namespace; objects of the cluster bear its label. */
record TeamVolumes(RawApi api, String namespace) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SHORT = 60;

    /** A claim that is bound to a volume of its own. */
    void claim(String name, String accessMode) {
        bound(name, accessMode, "Filesystem");
    }

    /** The same without a file system on it. */
    void device(String name) {
        bound(name, "ReadWriteMany", "Block");
    }

    private void bound(String name, String accessMode, String mode) {
        volume(name, accessMode, mode, "");
        request(name, accessMode, mode, "manual", volumeOf(name));
        awaitBound(name);
    }

    /** A claim as it is before anything has bound it. */
    void pendingClaim(String name, String accessMode, String storageClass, String volume) {
        request(name, accessMode, "Filesystem", storageClass, volume);
    }

    /**
     * For a claim.
     *
     * @param uid of the claim; empty for one that is yet to come
     */
    private void volume(String claim, String accessMode, String mode, String uid) {
        api.create(
                """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: %1$s, labels: {team: %2$s}}
                spec:
                  capacity: {storage: 1Gi}
                  accessModes: [%4$s]
                  volumeMode: %5$s
                  storageClassName: manual
                  hostPath: {path: /models}
                  claimRef: {namespace: %2$s, name: "%3$s", uid: "%6$s"}
                """
                        .formatted(volumeOf(claim), namespace, claim, accessMode, mode, uid));
    }

    private void request(
            String name, String accessMode, String mode, String storageClass, String volume) {
        api.create(
                """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: "%s", namespace: %s}
                spec:
                  accessModes: [%s]
                  volumeMode: %s
                  storageClassName: %s
                  volumeName: "%s"
                  resources: {requests: {storage: 1Gi}}
                """
                        .formatted(name, namespace, accessMode, mode, storageClass, volume));
    }

    void awaitBound(String claim) {
        awaitPhase(claim, "Bound");
    }

    private void awaitPhase(String claim, String phase) {
        await(claim)
                .atMost(PATIENCE)
                .until(() -> api.get(pathOf(claim)).at("/status/phase").equals(phase));
    }

    void deleteClaim(String name) {
        api.delete(pathOf(name)).expect(200);
    }

    boolean gone(String claim) {
        return api.get(pathOf(claim)).code() == 404;
    }

    /**
     * Somebody deletes the volume under the claim, and what protects it: in this order it lasts.
     */
    void loseVolume(String claim) {
        api.delete(volumePath(claim)).expect(200);
        api.patch(volumePath(claim), RawApi.MERGE_PATCH, "{\"metadata\":{\"finalizers\":null}}")
                .expect(200);
        awaitPhase(claim, "Lost");
    }

    /** The volume is back, as from a backup: it names the very claim. */
    void restoreVolume(String claim) {
        volume(claim, "ReadWriteMany", "Filesystem", api.get(pathOf(claim)).at("/metadata/uid"));
        awaitBound(claim);
    }

    /** The volume of a claim that is gone may be claimed again. */
    void releaseVolume(String claim) {
        await().atMost(PATIENCE).until(() -> gone(claim));
        api.delete(volumePath(claim));
        await().atMost(PATIENCE).until(() -> api.get(volumePath(claim)).code() == 404);
    }

    void storageClass(String name, String bindingMode) {
        api.create(
                """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: %s, labels: {team: %s}}
                provisioner: kubernetes.io/no-provisioner
                volumeBindingMode: %s
                """
                        .formatted(name, namespace, bindingMode));
    }

    /** A volume of node-a that any claim of this class may take. */
    void free(String storageClass, String accessMode) {
        api.create(
                """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: %2$s-free, labels: {team: %2$s}}
                spec:
                  capacity: {storage: 1Gi}
                  accessModes: [%3$s]
                  storageClassName: %1$s
                  local: {path: /models}
                  nodeAffinity:
                    required:
                      nodeSelectorTerms:
                        - matchExpressions:
                            - {key: kubernetes.io/hostname, operator: In, values: [node-a]}
                """
                        .formatted(storageClass, namespace, accessMode));
        // a scheduler that meets it before it is available may not look again for minutes
        await().until(
                        () ->
                                api.get("/api/v1/persistentvolumes/" + namespace + "-free")
                                        .at("/status/phase")
                                        .equals("Available"));
    }

    /** A claim's name may be as long as its volume's may be. */
    private String volumeOf(String claim) {
        String name = namespace + "-" + claim;
        return name.length() <= SHORT
                ? name
                : namespace + "-long-" + Math.floorMod(claim.hashCode(), 1000);
    }

    private String volumePath(String claim) {
        return "/api/v1/persistentvolumes/" + volumeOf(claim);
    }

    private String pathOf(String claim) {
        return "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims/" + claim;
    }
}
