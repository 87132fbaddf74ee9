package dev.drover.sandbox.apiserver;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * Every request over HTTP in the order of its answer: what a subject really sent. Changes that a
 * test makes through {@link ApiServerDouble} itself are not in it. Thread-safe.
 */
public final class RequestLog {
    private final List<SeenRequest> requests = new CopyOnWriteArrayList<>();

    void add(SeenRequest request) {
        requests.add(request);
    }

    /** All requests so far. */
    public List<SeenRequest> all() {
        return List.copyOf(requests);
    }

    /** Those that {@code filter} takes. */
    public List<SeenRequest> matching(Predicate<SeenRequest> filter) {
        return requests.stream().filter(filter).toList();
    }

    /** Those of one verb (as RBAC writes it) on one resource (its plural). */
    public List<SeenRequest> of(String verb, String resource) {
        return matching(r -> r.verb().equals(verb) && r.resource().equals(resource));
    }

    /** Requests that can have changed something, refused ones too. */
    public List<SeenRequest> writes() {
        return matching(SeenRequest::writes);
    }

    /** Forgets what was seen so far. */
    public void clear() {
        requests.clear();
    }
}
