package dev.drover.leadership;

import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.controlplane.FreshNamespace;
import dev.drover.sandbox.controlplane.RealApi;
import io.fabric8.kubernetes.client.KubernetesClient;

/** The scenarios against kube-apiserver. */
@RealApi
class RealLeaseTest extends LeaseScenarios {
    private final ControlPlane plane;
    private final FreshNamespace namespace;

    RealLeaseTest(ControlPlane plane, FreshNamespace namespace) {
        this.plane = plane;
        this.namespace = namespace;
    }

    @Override
    KubernetesClient client() {
        return plane.client();
    }

    @Override
    String namespace() {
        return namespace.name();
    }
}
