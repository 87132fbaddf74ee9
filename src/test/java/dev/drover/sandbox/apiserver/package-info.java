/**
 * An API server for tests inside the test's own process: real HTTP, watches and patch semantics, no
 * etcd. {@link dev.drover.sandbox.apiserver.ApiServerDouble} is the door; what it answers is held
 * to the real kube-apiserver by the contract suite beside it.
 */
package dev.drover.sandbox.apiserver;
