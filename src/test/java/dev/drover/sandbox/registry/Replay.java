package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Sends the recorded requests to a server and tells where its answers differ. */
final class Replay {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String API = "/api/model_registry/v1alpha3";
    private static final int WAIT_MILLIS = 10_000;

    /** A server hangs for good; there is no need to wait as long as the recorded client did. */
    private static final int HANGING_MILLIS = 300;

    /** What the test does between the exchanges. */
    interface Events {
        void happen(String event);

        /** Before a step: some of them say in their name what else has happened. */
        void step(String name);

        /** Returns once that many requests have arrived since the last call of {@code mark}. */
        void awaitArrival(int requests);

        void mark();

        /** The requests of a group that wait for a lock may go on. */
        void release(int waiting);
    }

    private final URI server;
    private final Events events;
    private final Map<String, String> bound = new HashMap<>();
    private final Comparison comparison = new Comparison();
    private final List<String> differences = new ArrayList<>();

    Replay(URI server, Events events) {
        this.server = server;
        this.events = events;
    }

    /** One line for each exchange that was answered otherwise. */
    List<String> run(List<JsonNode> entries) throws Exception {
        for (int i = 0; i < entries.size(); i++) {
            JsonNode entry = entries.get(i);
            if (entry.has("event")) {
                events.happen(entry.get("event").asText());
            } else if (entry.has("parallelGroup")) {
                List<JsonNode> group = new ArrayList<>();
                for (; i < entries.size() && sameGroup(entry, entries.get(i)); i++) {
                    group.add(entries.get(i));
                }
                i--;
                together(group);
            } else {
                events.step(entry.get("name").asText());
                compare(entry, send(entry));
            }
        }
        return differences;
    }

    private static boolean sameGroup(JsonNode one, JsonNode other) {
        return one.get("parallelGroup").equals(other.path("parallelGroup"));
    }

    /** In the recorded order, so that the recorded one wins; which answer is whose is not told. */
    private void together(List<JsonNode> group) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(group.size());
        try {
            events.mark();
            List<Future<Optional<RawExchange.Response>>> answers = new ArrayList<>();
            for (JsonNode entry : group) {
                Callable<Optional<RawExchange.Response>> sending = () -> send(entry);
                answers.add(threads.submit(sending));
                events.awaitArrival(answers.size());
            }
            events.release(group.size());
            List<RawExchange.Response> came = new ArrayList<>();
            for (Future<Optional<RawExchange.Response>> answer : answers) {
                came.add(answer.get().orElseThrow());
            }
            for (JsonNode entry : group) {
                Optional<RawExchange.Response> same =
                        came.stream()
                                .filter(it -> comparison.differences(entry, it).isEmpty())
                                .findFirst();
                same.ifPresent(came::remove);
                if (same.isEmpty()) {
                    compare(entry, Optional.of(came.remove(0)));
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void compare(JsonNode entry, Optional<RawExchange.Response> answer) throws IOException {
        String name = entry.get("name").asText();
        String outcome = entry.get("response").path("outcome").asText("");
        if (answer.isEmpty() || answer.get().status() == 0) {
            String came = answer.isEmpty() ? "timeout" : "connection-error";
            if (!came.equals(outcome)) {
                differences.add(name + ": " + came + " instead of " + entry.get("response"));
            }
            return;
        }
        comparison
                .differences(entry, answer.get())
                .ifPresent(difference -> differences.add(name + ": " + difference));
        JsonNode bind = entry.path("bind");
        if (!bind.isEmpty()) {
            JsonNode body = JSON.readTree(answer.get().body());
            bind.properties()
                    .forEach(
                            it -> bound.put(it.getKey(), body.at(it.getValue().asText()).asText()));
        }
    }

    private Optional<RawExchange.Response> send(JsonNode entry) throws IOException {
        ObjectNode request = entry.get("request").deepCopy();
        Map<String, String> templates = new TreeMap<>();
        entry.path("template")
                .properties()
                .forEach(it -> templates.put(it.getKey(), filled(it.getValue().asText())));
        templates.forEach((place, text) -> put(request, place, text));
        String path = request.get("path").asText().replaceFirst("^~", API);
        Map<String, String> headers = new TreeMap<>();
        byte[] body = body(request);
        if (body != null) {
            headers.put("content-type", "application/json");
        }
        request.path("headers")
                .properties()
                .forEach(
                        it -> {
                            if (it.getValue().isNull()) {
                                headers.remove(it.getKey());
                            } else {
                                headers.put(it.getKey(), it.getValue().asText());
                            }
                        });
        boolean hangs = entry.get("response").path("outcome").asText().equals("timeout");
        return RawExchange.send(
                server,
                request.get("method").asText(),
                path + query(request),
                headers,
                body,
                hangs ? HANGING_MILLIS : WAIT_MILLIS);
    }

    private String filled(String template) {
        String text = template;
        for (Map.Entry<String, String> variable : bound.entrySet()) {
            text = text.replace("${" + variable.getKey() + "}", variable.getValue());
        }
        return text;
    }

    private static void put(ObjectNode request, String place, String text) {
        if (place.startsWith("query.") || place.startsWith("body.")) {
            String[] parts = place.split("\\.", 2);
            ((ObjectNode) request.get(parts[0])).put(parts[1], text);
        } else {
            request.put(place, text);
        }
    }

    private static String query(JsonNode request) {
        if (request.has("rawQuery")) {
            return "?" + request.get("rawQuery").asText();
        }
        if (!request.has("query")) {
            return "";
        }
        List<String> pairs = new ArrayList<>();
        request.get("query")
                .properties()
                .forEach(
                        it ->
                                pairs.add(
                                        it.getKey()
                                                + "="
                                                + URLEncoder.encode(
                                                        it.getValue().asText(), UTF_8)));
        return "?" + String.join("&", pairs);
    }

    private static byte[] body(JsonNode request) throws IOException {
        if (request.has("body")) {
            return JSON.writeValueAsBytes(request.get("body"));
        }
        if (!request.has("bodyText")) {
            return null;
        }
        boolean latin1 = request.path("bodyEncoding").asText().equals("latin1");
        return request.get("bodyText").asText().getBytes(latin1 ? ISO_8859_1 : UTF_8);
    }
}
