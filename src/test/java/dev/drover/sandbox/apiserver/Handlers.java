package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;

/** Everything but watches: one answer a request, one request at a time. */
final class Handlers {
    private final Store store;
    private final Reading reading;
    private final Creation creation;
    private final Update update;
    private final Deletion deletion;
    private final Collector collector;

    Handlers(Store store, Clock clock) {
        this.store = store;
        reading = new Reading(store);
        creation = new Creation(store, clock);
        update = new Update(store, clock);
        deletion = new Deletion(store, clock);
        collector = new Collector(store, deletion);
    }

    /** Never throws for what a client did wrong; the answer says it. */
    Answer answer(ApiRequest request) {
        return store.atomically(
                () -> {
                    try {
                        Answer answer = perform(request);
                        collector.collect();
                        return answer;
                    } catch (Failure e) {
                        return e.answer();
                    }
                });
    }

    /** Deletes every object of a kind that is no longer served. */
    void removeAll(Kind kind) {
        for (ObjectNode object : store.list(kind.storage(), "")) {
            String namespace = object.at("/metadata/namespace").asText();
            store.remove(
                    new Store.Key(kind.storage(), namespace, object.at("/metadata/name").asText()));
        }
    }

    private Answer perform(ApiRequest request) {
        return switch (request.verb()) {
            case GET -> reading.get(request);
            case LIST -> reading.list(request);
            case CREATE -> creation.create(request);
            case UPDATE -> update.put(request);
            case PATCH -> update.patch(request);
            case DELETE -> deletion.delete(request);
            case DELETECOLLECTION -> deletion.deleteAll(request, reading.selected(request));
            case WATCH -> throw new IllegalArgumentException("a watch has no single answer");
        };
    }
}
