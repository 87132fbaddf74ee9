package dev.drover.leadership;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What an election wants to be done next. */
sealed interface LeaseStep {

    /** Nothing before {@code untilNanos}, unless a watch hints at a change. */
    record Wait(long untilNanos) implements LeaseStep {}

    /** One request to the API server; its answer belongs to the election. */
    sealed interface Request extends LeaseStep {
        /** Sends it. Never throws: whatever happens is an answer. */
        LeaseAnswer send(LeaseApi api);
    }

    /** Read the Lease. */
    record Read() implements Request {
        @Override
        public LeaseAnswer send(LeaseApi api) {
            return api.read();
        }
    }

    /** Create the Lease with this {@code spec}. */
    record Create(ObjectNode spec) implements Request {
        @Override
        public LeaseAnswer send(LeaseApi api) {
            return api.create(spec);
        }
    }

    /** Merge {@code spec} into the Lease if it still is at {@code resourceVersion}. */
    record Patch(String resourceVersion, ObjectNode spec) implements Request {
        @Override
        public LeaseAnswer send(LeaseApi api) {
            return api.patch(resourceVersion, spec);
        }
    }
}
