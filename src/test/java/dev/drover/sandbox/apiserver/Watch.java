package dev.drover.sandbox.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One open watch: turns changes into events for a client. All methods but {@link #open} only queue
 * frames. Guarded by the store's monitor, under which changes arrive.
 */
final class Watch {
    /** Where frames go: a WebSocket or a chunked body. Must not block. */
    interface Frames {
        void send(byte[] frame);

        void end();

        /** Cuts the connection without saying goodbye. */
        void cut();
    }

    private final Store store;
    private final ApiRequest request;
    private final Selection selection;
    private final Frames frames;
    private final Consumer<Change> listener = this::change;
    private boolean frozen;

    Watch(Store store, ApiRequest request, Frames frames) {
        this.store = store;
        this.request = request;
        this.frames = frames;
        this.selection = Selection.of(request);
    }

    Target target() {
        return request.target();
    }

    /** How long the client wants it to live, if it says. */
    Optional<Duration> timeout() {
        String seconds = request.parameter("timeoutSeconds");
        return seconds.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(Long.parseLong(seconds)));
    }

    /** The resourceVersion to start from; throws what an unreadable one is answered with. */
    static long from(ApiRequest request) {
        String version = request.parameter("resourceVersion");
        try {
            return version.isEmpty() ? 0 : Long.parseUnsignedLong(version);
        } catch (NumberFormatException e) {
            throw Failure.internal(
                    "strconv.ParseUint: parsing \"%s\": invalid syntax".formatted(version));
        }
    }

    /** Sends what the client missed, then stays subscribed. False if the watch ended at once. */
    boolean open(long from) {
        return store.atomically(
                () -> {
                    boolean initial = request.flag("sendInitialEvents");
                    long oldest = Math.max(store.compacted(), target().kind().since());
                    if (from != 0 && !initial && from < oldest) {
                        expire(from, oldest);
                        return false;
                    }
                    if (from == 0 || initial) {
                        existing().forEach(object -> event("ADDED", object));
                    } else {
                        store.since(from).forEach(this::change);
                    }
                    if (initial && request.flag("allowWatchBookmarks")) {
                        bookmark(true);
                    }
                    store.listen(listener);
                    return true;
                });
    }

    /** Stops the events; the connection is the caller's. */
    void close() {
        store.ignore(listener);
    }

    void end() {
        close();
        frames.end();
    }

    void cut() {
        close();
        frames.cut();
    }

    /** From now on nothing arrives, as behind a dead proxy. */
    void freeze() {
        store.atomically(() -> frozen = true);
    }

    /** Sends bytes that are no event. */
    void garble() {
        frames.send("{\"type\":\"ADDED\",\"object\":{broken\n".getBytes(UTF_8));
    }

    /** Ends the stream as after a compaction. */
    void expire() {
        store.atomically(
                () -> {
                    expire(store.compacted(), store.revision());
                    return null;
                });
    }

    /** Sends a bookmark if the client wants them. */
    void bookmark() {
        if (request.flag("allowWatchBookmarks")) {
            store.atomically(
                    () -> {
                        bookmark(false);
                        return null;
                    });
        }
    }

    private void expire(long asked, long oldest) {
        String message = "too old resource version: %d (%d)".formatted(asked, oldest);
        send("ERROR", (ObjectNode) Failure.expired(message).answer().body());
        end();
    }

    private void bookmark(boolean endsInitialEvents) {
        ObjectNode object = Json.object();
        object.put("kind", target().kind().name()).put("apiVersion", target().apiVersion());
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("resourceVersion", String.valueOf(store.revision()));
        if (endsInitialEvents) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        send("BOOKMARK", object);
    }

    private List<ObjectNode> existing() {
        return store.list(target().kind().storage(), target().namespace()).stream()
                .filter(selection.accepts())
                .toList();
    }

    /** An object that enters or leaves the selection is added or deleted for this client. */
    private void change(Change change) {
        if (!selection.concerns(change.key())) {
            return;
        }
        boolean was = change.previous() != null && selection.accepts().test(change.previous());
        boolean is =
                change.type() != Change.Type.DELETED && selection.accepts().test(change.object());
        if (was || is) {
            event(was && is ? "MODIFIED" : is ? "ADDED" : "DELETED", change.object());
        }
    }

    private void event(String type, ObjectNode object) {
        send(type, Versions.read(object, target()));
    }

    private void send(String type, ObjectNode object) {
        if (!frozen) {
            ObjectNode event = Json.object().put("type", type);
            event.set("object", object);
            frames.send((event + "\n").getBytes(UTF_8));
        }
    }
}
