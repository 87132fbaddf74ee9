package dev.drover.kubernetes;

import org.apache.camel.component.kubernetes.KubernetesConstants;
import org.apache.camel.spi.Metadata;

/** Names of the headers and exchange properties of {@code kubernetes-resources}. */
public interface ResourcesConstants {
    // Headers of both sides

    @Metadata(
            description = "The namespace of the object; empty or absent for a cluster-scoped one.",
            javaType = "String")
    String NAMESPACE = KubernetesConstants.KUBERNETES_NAMESPACE_NAME;

    @Metadata(description = "The name of the object.", javaType = "String")
    String NAME = "CamelKubernetesResourcesName";

    @Metadata(
            description =
                    "The UID of the object. On the producer: the precondition of a delete, which is"
                            + " then refused with Conflict when the name now belongs to another"
                            + " object.",
            javaType = "String")
    String UID = "CamelKubernetesResourcesUid";

    // Consumer

    @Metadata(
            label = "consumer",
            description =
                    "How often the object was tried since its last success or edit, 1 the first"
                            + " time.",
            javaType = "int")
    String ATTEMPT = "CamelKubernetesResourcesAttempt";

    @Metadata(
            label = "consumer",
            description =
                    "True when the object is gone: the body is then null and the exchange property"
                            + " CamelKubernetesResourcesObject holds its last known state.",
            javaType = "boolean")
    String DELETED = "CamelKubernetesResourcesDeleted";

    @Metadata(
            label = "consumer",
            description =
                    "Why the object is delivered: deleted, created, updated, first-sight,"
                            + " own-write, conflict, retry, look-again, or the word an enqueuer gave."
                            + " When several came together, the strongest of them.",
            javaType = "String")
    String CAUSE = "CamelKubernetesResourcesCause";

    // Producer, in

    @Metadata(
            label = "producer",
            description = "The operation, when it is not the one of the endpoint.",
            javaType = "String")
    String OPERATION = KubernetesConstants.KUBERNETES_OPERATION;

    @Metadata(
            label = "producer",
            description = "enqueue: how long to wait before the keys are delivered.",
            javaType = "java.time.Duration")
    String DELAY = "CamelKubernetesResourcesDelay";

    @Metadata(
            label = "producer",
            description =
                    "enqueue: one word that the consumer will show as cause, for example tick.",
            javaType = "String")
    String ENQUEUE_CAUSE = "CamelKubernetesResourcesEnqueueCause";

    @Metadata(
            label = "producer",
            description =
                    "get, list: ask the API server even where a cache could answer. A list with a"
                            + " selector is always live.",
            javaType = "boolean")
    String LIVE = "CamelKubernetesResourcesLive";

    @Metadata(
            label = "producer",
            description = "list: label selector, instead of that of the endpoint.",
            javaType = "String")
    String LABEL_SELECTOR = "CamelKubernetesResourcesLabelSelector";

    @Metadata(
            label = "producer",
            description = "list: field selector, instead of that of the endpoint.",
            javaType = "String")
    String FIELD_SELECTOR = "CamelKubernetesResourcesFieldSelector";

    // Producer, out

    @Metadata(
            label = "producer",
            description =
                    "create: true when an object of that name was there already; it is the body.",
            javaType = "boolean")
    String EXISTED = "CamelKubernetesResourcesExisted";

    @Metadata(
            label = "producer",
            description = "get: true when the server has no such object; the body is then null.",
            javaType = "boolean")
    String ABSENT = "CamelKubernetesResourcesAbsent";

    @Metadata(
            label = "producer",
            description = "The resourceVersion that the answer carries.",
            javaType = "String")
    String RESOURCE_VERSION = "CamelKubernetesResourcesResourceVersion";

    @Metadata(
            label = "producer",
            description =
                    "What the server remarked about a write, for example an unknown field that it"
                            + " dropped; one entry a remark, absent without any.",
            javaType = "java.util.List<String>")
    String WARNINGS = "CamelKubernetesResourcesWarnings";

    // Exchange properties

    /** The object of this pass ({@code GenericKubernetesResource}); when gone, as last seen. */
    String OBJECT = "CamelKubernetesResourcesObject";

    /**
     * {@code System.nanoTime()} at which the watch event that caused this pass arrived (long);
     * absent when no watch event did.
     */
    String RECEIVED_NANOS = "CamelKubernetesResourcesReceivedNanos";

    /**
     * Set by a route: deliver the object again after this {@code java.time.Duration}, or sooner for
     * another reason. The pass counts as successful.
     */
    String LOOK_AGAIN = "CamelKubernetesResourcesLookAgain";

    /**
     * Set by a route (Duration): the pass could not begin its work, or has to begin it again, so
     * the key goes back as it came, with its cause and the time at which its event arrived, to be
     * delivered after that long. Neither a failed attempt nor, unless it wrote, a pass worth
     * counting.
     */
    String RETURNED = "CamelKubernetesResourcesReturned";

    /**
     * Set by a route to {@code true}: not to be tried again before the object changes, though it
     * could not be done. {@link #LOOK_AGAIN} may still ask for a look.
     */
    String REJECTED = "CamelKubernetesResourcesRejected";

    /**
     * Set by a route: result of the pass in {@code drover_reconcile_total}, one of {@code
     * unchanged}, {@code changed}, {@code observed}, {@code paused}; without it {@code changed}
     * when the producer wrote during the pass, else {@code unchanged}.
     */
    String RESULT = "CamelKubernetesResourcesResult";

    /**
     * Set by a route to {@code true}: a create that meets an object of that name is not to read it.
     * The body is then null, and the right to read such objects is not needed.
     */
    String IGNORE_EXISTING = "CamelKubernetesResourcesIgnoreExisting";
}
