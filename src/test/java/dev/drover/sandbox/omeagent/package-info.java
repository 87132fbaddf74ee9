/**
 * A stand-in for the OME agent's command {@code model-metadata}: reads the Job's container as the
 * agent would, and reports in the agent's ConfigMap with the Job's own account. Written from the
 * contract (basemodels 9), not from Drover's reading of it: nothing here calls Drover's names or
 * parsers.
 */
package dev.drover.sandbox.omeagent;
