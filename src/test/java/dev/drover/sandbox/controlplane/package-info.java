/**
 * A real control plane for tests: etcd and kube-apiserver (and the controller-manager where needed)
 * as child processes. {@link dev.drover.sandbox.controlplane.RealApi} is what a test class writes.
 */
package dev.drover.sandbox.controlplane;
