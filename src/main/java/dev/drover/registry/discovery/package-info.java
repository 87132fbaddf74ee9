/** Which registry a workload means, and where it is. Pure. */
package dev.drover.registry.discovery;
