/**
 * What becomes of Jobs in the sandbox: a controller and a kubelet for the double of the API server.
 */
package dev.drover.sandbox.jobs;
