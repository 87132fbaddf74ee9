package dev.drover.sandbox.registry;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Takes requests, remembers them, lets faults have them, and writes answers. */
final class Front {
    private static final int SECOND_MILLIS = 1_000;
    private static final Buffer FLOOD = Buffer.buffer("{\"x\":\"" + "x".repeat(32_000) + "\",");

    private final Vertx vertx;
    private final Settings settings;
    private final Faults faults;
    private final ApiServer api;
    private final List<SeenRequest> seen = new CopyOnWriteArrayList<>();

    /**
     * @param basePath in front of every path
     * @param token that every request must bring; empty for none
     */
    record Settings(String basePath, String token) {}

    Front(Vertx vertx, Settings settings, Faults faults, ApiServer api) {
        this.vertx = vertx;
        this.settings = settings;
        this.faults = faults;
        this.api = api;
    }

    List<SeenRequest> seen() {
        return seen;
    }

    void take(HttpServerRequest request) {
        request.body()
                .onSuccess(body -> new Conversation(request, body.getBytes()).begin())
                .onFailure(gone -> {});
    }

    /** One request and what is done about it. */
    final class Conversation {
        private final HttpServerRequest http;
        private final byte[] body;
        private final SeenRequest request;
        private final boolean below;

        Conversation(HttpServerRequest http, byte[] body) {
            this.http = http;
            this.body = body;
            Map<String, String> headers = new HashMap<>();
            http.headers()
                    .forEach(h -> headers.put(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
            String uri = http.uri();
            int mark = uri.indexOf('?');
            String rawPath = mark < 0 ? uri : uri.substring(0, mark);
            below = rawPath.startsWith(settings.basePath());
            String path = below ? rawPath.substring(settings.basePath().length()) : rawPath;
            String query = mark < 0 ? "" : uri.substring(mark + 1);
            request =
                    new SeenRequest(
                            System.nanoTime(),
                            http.method().name(),
                            path,
                            query,
                            Map.copyOf(headers),
                            Buffer.buffer(body).toString(),
                            ApiServer.operation(http.method().name(), path, query));
        }

        SeenRequest request() {
            return request;
        }

        void begin() {
            seen.add(request);
            Optional<RegistryFault> fault = faults.hitting(request);
            if (fault.isPresent()) {
                fault.get().effect().apply(this);
            } else if (!below) {
                send(Reply.notFoundText());
            } else if (!authorized()) {
                send(Reply.text(401, "Unauthorized"));
            } else {
                process();
            }
        }

        private boolean authorized() {
            return settings.token().isEmpty()
                    || ("Bearer " + settings.token())
                            .equals(request.headers().get("authorization"));
        }

        /** Carries the request out and answers it, perhaps later. */
        void process() {
            attempt(() -> api.answer(request, body));
        }

        private void attempt(Supplier<Reply> work) {
            try {
                send(work.get());
            } catch (Waiting waiting) {
                api.waits(request, () -> attempt(waiting.rest()));
            } catch (Dropped dropped) {
                close();
            }
        }

        /** Carries the request out now; what comes of it is not sent. */
        Reply carryOut() {
            return api.answer(request, body);
        }

        void send(Reply reply) {
            if (!http.response().closed()) {
                head(reply).end(Buffer.buffer(reply.body()));
            }
        }

        void close() {
            http.connection().close();
        }

        void drip(Reply reply) {
            drip(
                    head(reply).putHeader("content-length", "" + reply.body().length),
                    reply.body(),
                    0);
        }

        private void drip(HttpServerResponse response, byte[] bytes, int next) {
            if (response.closed()) {
                return;
            }
            response.write(Buffer.buffer().appendByte(bytes[next]));
            if (next + 1 == bytes.length) {
                response.end();
            } else {
                later(SECOND_MILLIS, () -> drip(response, bytes, next + 1));
            }
        }

        void cut(Reply reply) {
            Buffer whole = Buffer.buffer(reply.body());
            head(reply)
                    .putHeader("content-length", "" + whole.length())
                    .write(whole.slice(0, whole.length() / 2))
                    .onComplete(sent -> close());
        }

        void flood() {
            HttpServerResponse response = head(Reply.of(200, Reply.JSON, "")).setChunked(true);
            flood(response);
        }

        private void flood(HttpServerResponse response) {
            while (!response.closed() && !response.writeQueueFull()) {
                response.write(FLOOD);
            }
            if (!response.closed()) {
                response.drainHandler(drained -> flood(response));
            }
        }

        void later(int millis, Runnable what) {
            vertx.setTimer(millis, id -> what.run());
        }

        private HttpServerResponse head(Reply reply) {
            HttpServerResponse response = http.response().setStatusCode(reply.status());
            reply.headers().forEach(response::putHeader);
            return response;
        }
    }
}
