package dev.drover.basemodels.decision;

/**
 * Something that a decision wants to be read from the API server, not from a cache. Equal reads ask
 * the same question.
 */
public sealed interface LiveRead {
    /** Namespace in which to look. */
    String namespace();

    /** For the metric's label {@code kind}. */
    String kind();

    /**
     * What holds an object up, by {@code v1/events} about the object of this UID (a Job, a Pod, a
     * claim). Who reads keeps the answer for 30 s a question.
     */
    record Events(String namespace, String uid) implements LiveRead {
        @Override
        public String kind() {
            return "events";
        }
    }

    /** Pods of the namespace that use the claim. */
    record ClaimUsers(String namespace, String claim) implements LiveRead {
        @Override
        public String kind() {
            return "claim-users";
        }
    }

    /** Pods with the label {@code batch.kubernetes.io/controller-uid} of this Job. */
    record JobPods(String namespace, String jobUid) implements LiveRead {
        @Override
        public String kind() {
            return "job-pods";
        }
    }
}
