/**
 * What an API server promises, as tests that run against the double and against the real
 * kube-apiserver: where the two differ, the double is wrong. Cases come from measurements with
 * kube-apiserver 1.34. Plain HTTP only, so that no client library can hide a difference.
 */
package dev.drover.sandbox.contract;
