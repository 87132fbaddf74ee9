package dev.drover.leadership;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One Lease at the API server. Requests block for about the request timeout at most, are sent once
 * and never throw.
 */
interface LeaseApi {
    LeaseAnswer read();

    LeaseAnswer create(ObjectNode spec);

    LeaseAnswer patch(String resourceVersion, ObjectNode spec);

    /**
     * Tells of changes of this Lease (empty = deleted) until it is closed or breaks. A watch may
     * die silently: whoever uses it must not depend on it.
     *
     * @param broken run at most once, when the watch ended without being closed
     * @throws RuntimeException when it cannot be opened
     */
    AutoCloseable watch(Consumer<Optional<LeaseRecord>> changes, Runnable broken);
}
