package dev.drover.sandbox.apiserver;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Takes a request from the socket to its answer: who asks, what for, which fault, which handler.
 */
final class Front {
    private final Kinds kinds;
    private final Handlers handlers;
    private final Discovery discovery;
    private final Rights rights;
    private final Faults faults;
    private final RequestLog log;
    private final OpenWatches watches;

    Front(
            Kinds kinds,
            Handlers handlers,
            Rights rights,
            Faults faults,
            RequestLog log,
            OpenWatches watches) {
        this.kinds = kinds;
        this.handlers = handlers;
        this.discovery = new Discovery(kinds);
        this.rights = rights;
        this.faults = faults;
        this.log = log;
        this.watches = watches;
    }

    /** Runs on the event loop. */
    void handle(HttpServerRequest http, Buffer body) {
        Optional<Target> target = ResourcePath.parse(http.path(), kinds);
        Optional<Verb> verb = target.flatMap(t -> verb(http, t));
        Optional<String> user = rights.user(http.getHeader("Authorization"));
        Exchange exchange =
                new Exchange(http, body, target, verb, user, seen(http, body, target, verb, user));
        Optional<Fault> fault = faults.of(exchange.seen);
        if (fault.isPresent()) {
            spoil(exchange, fault.get());
        } else {
            serve(exchange);
        }
    }

    private record Exchange(
            HttpServerRequest http,
            Buffer body,
            Optional<Target> target,
            Optional<Verb> verb,
            Optional<String> user,
            SeenRequest seen) {
        boolean watches() {
            return verb.filter(Verb.WATCH::equals).isPresent();
        }

        ApiRequest request() {
            Map<String, String> query = new HashMap<>();
            http.params().forEach(parameter -> query.put(parameter.getKey(), parameter.getValue()));
            Map<String, String> headers = new HashMap<>();
            http.headers()
                    .forEach(h -> headers.put(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
            return new ApiRequest(
                    verb.orElseThrow(),
                    target.orElseThrow(),
                    query,
                    headers,
                    body.getBytes(),
                    user.orElseThrow());
        }
    }

    private void spoil(Exchange exchange, Fault fault) {
        switch (fault.effect()) {
            case ANSWER -> send(exchange, fault.answer());
            case HANG -> log.add(exchange.seen);
            case CLOSE -> drop(exchange);
            case LOSE_REPLY -> {
                answer(exchange);
                drop(exchange);
            }
            case DELAY -> watches.later(fault.delay(), () -> serve(exchange));
            case HALF_OPEN, CLOSED_AT_ONCE, GARBLED -> watch(exchange, Optional.of(fault.effect()));
        }
    }

    private void drop(Exchange exchange) {
        log.add(exchange.seen);
        exchange.http.connection().close();
    }

    private void serve(Exchange exchange) {
        if (exchange.watches() && exchange.user.isPresent()) {
            watch(exchange, Optional.empty());
        } else {
            send(exchange, answer(exchange));
        }
    }

    private Answer answer(Exchange exchange) {
        try {
            if (exchange.user.isEmpty()) {
                throw Failure.unauthorized();
            }
            if (exchange.target.isEmpty()) {
                return discovery.answer(exchange.http.path()).orElseGet(Answer::pageNotFound);
            }
            if (exchange.verb.isEmpty()) {
                throw Failure.methodNotAllowed();
            }
            ApiRequest request = exchange.request();
            rights.require(request);
            return handlers.answer(request);
        } catch (Failure e) {
            return e.answer();
        }
    }

    private void watch(Exchange exchange, Optional<Fault.Effect> fault) {
        try {
            ApiRequest request = exchange.request();
            rights.require(request);
            watches.open(exchange.http, request, fault);
            log.add(exchange.seen.answered(200));
        } catch (Failure e) {
            send(exchange, e.answer());
        }
    }

    private void send(Exchange exchange, Answer answer) {
        log.add(exchange.seen.answered(answer.code()));
        HttpServerResponse response = exchange.http.response();
        response.setStatusCode(answer.code());
        response.putHeader("Content-Type", answer.contentType());
        answer.headers().forEach(response::putHeader);
        for (String warning : answer.warnings()) {
            String quoted = warning.replace("\\", "\\\\").replace("\"", "\\\"");
            response.headers().add("Warning", "299 - \"" + quoted + "\"");
        }
        response.end(Buffer.buffer(answer.bytes()));
    }

    /** Empty if the resource does not have this method. */
    private static Optional<Verb> verb(HttpServerRequest http, Target target) {
        boolean one = !target.name().isEmpty();
        boolean watch = "true".equals(http.getParam("watch")) || "1".equals(http.getParam("watch"));
        boolean writable = !target.kind().namespaced() || !target.namespace().isEmpty();
        return switch (http.method().name()) {
            case "GET" -> Optional.of(watch ? Verb.WATCH : one ? Verb.GET : Verb.LIST);
            case "POST" -> Optional.of(Verb.CREATE).filter(v -> !one && writable);
            case "PUT" -> Optional.of(Verb.UPDATE).filter(v -> one && writable);
            case "PATCH" -> Optional.of(Verb.PATCH).filter(v -> one && writable);
            case "DELETE" ->
                    Optional.of(one ? Verb.DELETE : Verb.DELETECOLLECTION).filter(v -> writable);
            default -> Optional.empty();
        };
    }

    private static SeenRequest seen(
            HttpServerRequest http,
            Buffer body,
            Optional<Target> target,
            Optional<Verb> verb,
            Optional<String> user) {
        String agent = http.getHeader("User-Agent");
        String contentType = http.getHeader("Content-Type");
        return new SeenRequest(
                System.nanoTime(),
                http.method().name(),
                http.path(),
                http.query() == null ? "" : http.query(),
                verb.map(Verb::word).orElse(""),
                target.map(t -> t.kind().group()).orElse(""),
                target.map(t -> t.kind().plural()).orElse(""),
                target.map(Target::namespace).orElse(""),
                target.map(Target::name).orElse(""),
                target.map(Target::subresource).orElse(""),
                agent == null ? "" : agent,
                user.orElse(""),
                contentType == null ? "" : contentType,
                body.toString(StandardCharsets.UTF_8),
                0);
    }
}
