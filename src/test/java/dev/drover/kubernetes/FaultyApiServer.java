package dev.drover.kubernetes;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The reading side of an API server with one namespaced kind, {@code tests.example.com/v1/models},
 * that can be made to fail in the ways that matter to an informer. Watches are served as WebSockets
 * and as chunked answers. Everything of it happens under one lock.
 */
final class FaultyApiServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GROUP = "tests.example.com";

    /** What is answered instead; empty = serve. */
    interface Fault {
        Optional<Refusal> of(Asked asked);
    }

    record Refusal(int code, Map<String, String> headers, String body) {
        static Refusal code(int code) {
            return new Refusal(code, Map.of(), "");
        }
    }

    record Asked(
            String path,
            Map<String, String> query,
            boolean watch,
            boolean webSocket,
            String authorization,
            long nanos) {
        boolean list() {
            return path.endsWith("/models") && !watch;
        }
    }

    /** One open watch. */
    private interface Peer {
        void send(String text);

        void sendPieces(byte[]... pieces);

        void close();

        void onEnd(Runnable end);
    }

    private record Watching(Peer peer, String namespace) {}

    private record Event(long version, String namespace, String text) {}

    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setUseDaemonThread(true));
    private final Map<String, ObjectNode> objects = new TreeMap<>();
    private final List<Event> history = new ArrayList<>();
    private final List<Watching> open = new ArrayList<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger uids = new AtomicInteger();
    private HttpServer server;
    private int port;
    private long revision = 100;
    private long compacted;
    private boolean mute;
    private List<String> versions = List.of("v1");
    private volatile Fault fault = request -> Optional.empty();
    private volatile boolean closeAtOnce;

    FaultyApiServer() {
        listen();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    // ---- objects

    synchronized String put(String namespace, String name, String note) {
        String key = namespace + "/" + name;
        ObjectNode before = objects.get(key);
        ObjectNode object = JSON.createObjectNode();
        object.put("apiVersion", GROUP + "/v1").put("kind", "Model");
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("namespace", namespace).put("name", name);
        metadata.put(
                "uid",
                before == null
                        ? "uid-" + uids.incrementAndGet()
                        : before.at("/metadata/uid").asText());
        metadata.put("resourceVersion", String.valueOf(++revision));
        metadata.putArray("managedFields").addObject().put("manager", "someone");
        object.putObject("spec").put("note", note).put("bulk", "x".repeat(100));
        objects.put(key, object);
        publish(before == null ? "ADDED" : "MODIFIED", object);
        return String.valueOf(revision);
    }

    synchronized void delete(String namespace, String name) {
        ObjectNode object = objects.remove(namespace + "/" + name);
        ((ObjectNode) object.get("metadata")).put("resourceVersion", String.valueOf(++revision));
        publish("DELETED", object);
    }

    private void publish(String type, ObjectNode object) {
        String namespace = object.at("/metadata/namespace").asText();
        Event event = new Event(revision, namespace, frame(type, object));
        history.add(event);
        if (!mute) {
            watching(namespace).forEach(each -> each.peer.send(event.text));
        }
    }

    // ---- watches

    synchronized void bookmark() {
        ObjectNode object = JSON.createObjectNode();
        object.put("apiVersion", GROUP + "/v1").put("kind", "Model");
        object.putObject("metadata").put("resourceVersion", String.valueOf(revision));
        toAll(frame("BOOKMARK", object));
    }

    /** Sends a text of the test's own to every watch. */
    synchronized void toAll(String text) {
        open.forEach(each -> each.peer.send(text));
    }

    /** Sends the event that made this version, once more. */
    synchronized void repeat(String version) {
        history.stream()
                .filter(event -> event.version == Long.parseLong(version))
                .forEach(event -> toAll(event.text));
    }

    /** Sends bytes to every watch, cut where the test wants. */
    synchronized void toAllInPieces(byte[]... pieces) {
        open.forEach(each -> each.peer.sendPieces(pieces));
    }

    synchronized String eventOf(String type, String namespace, String name) {
        return frame(type, objects.get(namespace + "/" + name));
    }

    /** Changes without telling the watches: what a half-open connection looks like. */
    synchronized void mute(boolean mute) {
        this.mute = mute;
    }

    synchronized int watches() {
        return open.size();
    }

    synchronized void closeWatches() {
        List.copyOf(open).forEach(each -> each.peer.close());
        open.clear();
    }

    void closeWatchesAtOnce(boolean close) {
        closeAtOnce = close;
    }

    /** Forgets all events up to now: who asks for one of them gets a 410. */
    synchronized void compact() {
        compacted = revision;
        history.clear();
    }

    // ---- faults

    void fault(Fault next) {
        fault = next;
    }

    void refuse(int code, Predicate<Asked> which) {
        fault = request -> which.test(request) ? Optional.of(Refusal.code(code)) : Optional.empty();
    }

    void heal() {
        fault = request -> Optional.empty();
    }

    synchronized void serve(String... served) {
        versions = List.of(served);
    }

    synchronized void removeKind() {
        versions = List.of();
        objects.clear();
        history.clear();
        closeWatches();
    }

    void stop() {
        synchronized (this) {
            open.clear();
        }
        server.close().toCompletionStage().toCompletableFuture().join();
    }

    void restart() {
        listen();
    }

    List<Asked> asked() {
        return asked;
    }

    long lists() {
        return asked.stream().filter(Asked::list).count();
    }

    long watchRequests() {
        return asked.stream().filter(Asked::watch).count();
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    // ---- serving

    private void listen() {
        server = vertx.createHttpServer().requestHandler(this::serve);
        server.listen(port, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
        port = server.actualPort();
    }

    private void serve(HttpServerRequest request) {
        Map<String, String> query = new TreeMap<>();
        request.params().forEach(query::put);
        Asked asking =
                new Asked(
                        request.path(),
                        query,
                        "true".equals(query.get("watch")),
                        "websocket".equalsIgnoreCase(request.getHeader("Upgrade")),
                        request.getHeader("Authorization"),
                        System.nanoTime());
        asked.add(asking);
        Optional<Refusal> refusal = fault.of(asking);
        if (refusal.isPresent()) {
            if (refusal.get().code != 0) { // 0 = never answered
                request.response().headers().addAll(refusal.get().headers);
                request.response().setStatusCode(refusal.get().code).end(refusal.get().body);
            }
        } else if (!asking.path.endsWith("/models")) {
            discover(request, asking);
        } else if (!served(asking)) {
            request.response().setStatusCode(404).end("404 page not found\n");
        } else if (asking.watch) {
            watch(request, asking);
        } else {
            list(request, asking);
        }
    }

    private synchronized boolean served(Asked asking) {
        return versions.stream()
                .anyMatch(v -> asking.path.startsWith("/apis/" + GROUP + "/" + v + "/"));
    }

    private synchronized void discover(HttpServerRequest request, Asked asking) {
        ObjectNode answer = JSON.createObjectNode();
        String version = asking.path.substring(asking.path.lastIndexOf('/') + 1);
        if (asking.path.equals("/apis/" + GROUP) && !versions.isEmpty()) {
            ArrayNode named = answer.putArray("versions");
            versions.forEach(each -> named.addObject().put("version", each));
        } else if (versions.contains(version)) {
            answer.putArray("resources")
                    .addObject()
                    .put("name", "models")
                    .put("kind", "Model")
                    .put("namespaced", true);
        } else {
            request.response().setStatusCode(404).end("404 page not found\n");
            return;
        }
        request.response().end(answer.toString());
    }

    private synchronized void list(HttpServerRequest request, Asked asking) {
        String next = asking.query.get("continue");
        if (next != null && Long.parseLong(next.substring(0, next.indexOf(' '))) < compacted) {
            request.response().setStatusCode(410).end(status(410, "Expired").toString());
            return;
        }
        long version =
                next == null ? revision : Long.parseLong(next.substring(0, next.indexOf(' ')));
        String after = next == null ? "" : next.substring(next.indexOf(' ') + 1);
        int limit = Integer.parseInt(asking.query.getOrDefault("limit", "1000000"));
        ObjectNode answer = JSON.createObjectNode();
        answer.put("apiVersion", GROUP + "/v1").put("kind", "ModelList");
        ObjectNode metadata = answer.putObject("metadata").put("resourceVersion", "" + version);
        ArrayNode items = answer.putArray("items");
        String last = "";
        for (Map.Entry<String, ObjectNode> each : objects.entrySet()) {
            if (each.getKey().compareTo(after) > 0 && inNamespace(asking.path, each.getKey())) {
                if (items.size() == limit) {
                    metadata.put("continue", version + " " + last);
                    break;
                }
                items.add(each.getValue());
                last = each.getKey();
            }
        }
        request.response().end(answer.toString());
    }

    private void watch(HttpServerRequest request, Asked asking) {
        if (asking.webSocket) {
            request.toWebSocket().onSuccess(socket -> began(new SocketPeer(socket), asking));
        } else {
            request.response().setChunked(true);
            request.response().writeHead();
            began(new ChunkedPeer(request), asking);
        }
    }

    private synchronized void began(Peer peer, Asked asking) {
        if (closeAtOnce) {
            peer.close();
            return;
        }
        long from = Long.parseLong(asking.query.get("resourceVersion"));
        if (from < compacted) {
            peer.send(frame("ERROR", status(410, "too old resource version")));
            peer.close();
            return;
        }
        history.stream()
                .filter(event -> event.version > from)
                .filter(event -> inNamespace(asking.path, event.namespace + "/"))
                .forEach(event -> peer.send(event.text));
        String[] parts = asking.path.split("/namespaces/", -1);
        Watching watching =
                new Watching(peer, parts.length == 1 ? "" : parts[1].replace("/models", ""));
        open.add(watching);
        peer.onEnd(() -> ended(watching));
    }

    private synchronized void ended(Watching watching) {
        open.remove(watching);
    }

    private List<Watching> watching(String namespace) {
        return open.stream()
                .filter(each -> each.namespace.isEmpty() || each.namespace.equals(namespace))
                .toList();
    }

    private static boolean inNamespace(String path, String key) {
        return !path.contains("/namespaces/")
                || path.contains("/namespaces/" + key.substring(0, key.indexOf('/')) + "/");
    }

    private static String frame(String type, ObjectNode object) {
        ObjectNode frame = JSON.createObjectNode().put("type", type);
        frame.set("object", object);
        return frame.toString();
    }

    static ObjectNode status(int code, String message) {
        return JSON.createObjectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("message", message)
                .put("code", code);
    }

    private record SocketPeer(ServerWebSocket socket) implements Peer {
        @Override
        public void send(String text) {
            socket.writeTextMessage(text);
        }

        @Override
        public void sendPieces(byte[]... pieces) {
            throw new UnsupportedOperationException("a WebSocket has messages, not pieces");
        }

        @Override
        public void close() {
            socket.close();
        }

        @Override
        public void onEnd(Runnable end) {
            socket.closeHandler(closed -> end.run());
        }
    }

    private record ChunkedPeer(HttpServerRequest request) implements Peer {
        @Override
        public void send(String text) {
            request.response().write(text + "\n");
        }

        @Override
        public void sendPieces(byte[]... pieces) {
            for (byte[] piece : pieces) {
                request.response().write(io.vertx.core.buffer.Buffer.buffer(piece));
            }
        }

        @Override
        public void close() {
            request.response().end();
        }

        @Override
        public void onEnd(Runnable end) {
            request.connection().closeHandler(closed -> end.run());
            request.response().exceptionHandler(broken -> end.run());
        }
    }
}
