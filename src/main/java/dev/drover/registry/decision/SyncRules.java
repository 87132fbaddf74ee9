package dev.drover.registry.decision;

import dev.drover.registry.api.DesiredState;
import dev.drover.registry.objects.DomainKeys;
import java.time.Duration;
import java.util.Optional;

/**
 * The configuration in the words of the decision.
 *
 * @param cluster identity of the cluster; empty when it is not known
 * @param environment template of environment names
 * @param strip M and V are removed when linking
 * @param linkInAnnotation the link is kept in the annotation only
 * @param stopped state of the record of a stopped workload
 * @param refuseArchived nothing new is recorded for an archived model or version
 * @param serveActions history entries are added
 * @param minUpdateInterval between two PATCHes of one record for properties alone
 */
public record SyncRules(
        DomainKeys domain,
        Optional<String> cluster,
        String environment,
        boolean strip,
        boolean linkInAnnotation,
        Annotation annotation,
        DesiredState stopped,
        boolean refuseArchived,
        boolean serveActions,
        Duration minUpdateInterval,
        Finalizers finalizers,
        boolean deploy) {

    /** What {@code drover.dev/registry} holds. */
    public enum Annotation {
        OFF,
        LINK,
        FULL
    }

    /**
     * Finalizers of workloads.
     *
     * @param on Drover's own is used
     * @param deadline how long it may hold a deletion up
     * @param clearForeign those of other registry controllers are removed after the deadline
     */
    public record Finalizers(boolean on, Duration deadline, boolean clearForeign) {}
}
