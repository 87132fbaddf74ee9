package dev.drover.leadership;

/** What became of a request for a Lease. */
sealed interface LeaseAnswer {

    /** Hands the answer to the election. */
    void tell(LeaseElection election, long sentNanos, long now);

    /** The Lease as it is. */
    record Found(LeaseRecord lease) implements LeaseAnswer {
        @Override
        public void tell(LeaseElection election, long sentNanos, long now) {
            election.found(lease, sentNanos, now);
        }
    }

    /** There is no such Lease. */
    record Absent() implements LeaseAnswer {
        @Override
        public void tell(LeaseElection election, long sentNanos, long now) {
            election.absent(sentNanos, now);
        }
    }

    /** Our write was committed, and this is its result. */
    record Written(LeaseRecord lease) implements LeaseAnswer {
        @Override
        public void tell(LeaseElection election, long sentNanos, long now) {
            election.written(lease, sentNanos, now);
        }
    }

    /** The Lease is not what we thought: changed, created or deleted by somebody else. */
    record Conflict() implements LeaseAnswer {
        @Override
        public void tell(LeaseElection election, long sentNanos, long now) {
            election.conflict(now);
        }
    }

    /**
     * Refused, broken or lost; a write may or may not have been committed.
     *
     * @param reason for people: the request, the words of the server, what to do
     * @param forbidden a role lacks a verb: waiting alone will not mend it
     */
    record Failed(String reason, boolean forbidden) implements LeaseAnswer {
        @Override
        public void tell(LeaseElection election, long sentNanos, long now) {
            election.failed(sentNanos, now);
        }
    }
}
