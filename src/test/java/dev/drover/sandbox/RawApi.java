package dev.drover.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A Kubernetes API as plain HTTP, with no client library in between that could hide or mend
 * something. Every call is bounded by ten seconds.
 */
public final class RawApi {
    public static final String JSON = "application/json";
    public static final String JSON_PATCH = "application/json-patch+json";
    public static final String MERGE_PATCH = "application/merge-patch+json";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private final String url;
    private final Optional<String> token;
    private final HttpClient http;

    private RawApi(String url, Optional<String> token, HttpClient http) {
        this.url = url;
        this.token = token;
        this.http = http;
    }

    /** Without TLS and without a token. */
    public static RawApi at(String url) {
        HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new RawApi(url, Optional.empty(), http);
    }

    /** With TLS and a bearer token. */
    public static RawApi at(String url, SSLContext tls, String token) {
        HttpClient http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .sslContext(tls)
                        .build();
        return new RawApi(url, Optional.of(token), http);
    }

    /** The same connection with another token. */
    public RawApi as(String otherToken) {
        return new RawApi(url, Optional.of(otherToken), http);
    }

    /** An answer; {@code body} is missing if it was no JSON. */
    public record Reply(int code, List<String> warnings, String text, JsonNode body) {
        /** Text at a JSON pointer of the body, empty if there is none. */
        public String at(String pointer) {
            return body.at(pointer).asText();
        }

        /** The same reply; fails with everything it says unless it has this code. */
        public Reply expect(int expected) {
            if (code != expected) {
                throw new AssertionError("expected %d, got %d: %s".formatted(expected, code, text));
            }
            return this;
        }
    }

    public Reply get(String path) {
        return send(request(path).GET().build());
    }

    /** POST of YAML or JSON. */
    public Reply post(String path, String yaml) {
        return send("POST", path, JSON, json(yaml).toString());
    }

    /** PUT of YAML or JSON. */
    public Reply put(String path, String yaml) {
        return send("PUT", path, JSON, json(yaml).toString());
    }

    public Reply patch(String path, String contentType, String body) {
        return send("PATCH", path, contentType, body);
    }

    public Reply delete(String path) {
        return send(request(path).DELETE().build());
    }

    /** Any method, with a body of this type as it stands. */
    public Reply send(String method, String path, String contentType, String body) {
        return send(
                request(path)
                        .header("Content-Type", contentType)
                        .method(method, BodyPublishers.ofString(body))
                        .build());
    }

    /** Opens a watch or another endless body; the caller closes it. */
    public HttpResponse<InputStream> stream(String path) {
        try {
            return http.send(request(path).GET().build(), BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Creates every object of this YAML; the path of a kind comes from discovery. */
    public void create(String yaml) {
        for (ObjectNode object : documents(yaml)) {
            Reply reply = post(collectionOf(object), object.toString());
            if (reply.code() != 201 && reply.code() != 409) {
                throw new AssertionError(reply.text());
            }
        }
    }

    private String collectionOf(ObjectNode object) {
        String version = object.path("apiVersion").asText();
        String base = (version.contains("/") ? "/apis/" : "/api/") + version;
        for (JsonNode resource : get(base).expect(200).body().get("resources")) {
            if (resource.path("kind").asText().equals(object.path("kind").asText())
                    && !resource.path("name").asText().contains("/")) {
                String namespace = object.at("/metadata/namespace").asText("default");
                String inside =
                        resource.path("namespaced").asBoolean()
                                ? "/namespaces/" + (namespace.isEmpty() ? "default" : namespace)
                                : "";
                return base + inside + "/" + resource.path("name").asText();
            }
        }
        throw new AssertionError(object.path("kind") + " is not served in " + version);
    }

    /** Every document of a YAML text. */
    public static List<ObjectNode> documents(String yaml) {
        try (var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
            List<ObjectNode> documents = new ArrayList<>();
            while (values.hasNextValue()) {
                if (values.nextValue() instanceof ObjectNode document) {
                    documents.add(document);
                }
            }
            return documents;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode json(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request.timeout(TIMEOUT).header("User-Agent", "contract/1").header("Accept", JSON);
    }

    private Reply send(HttpRequest request) {
        try {
            HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
            String text = new String(response.body(), UTF_8);
            return new Reply(
                    response.statusCode(),
                    response.headers().allValues("Warning"),
                    text,
                    text.startsWith("{") ? MAPPER.readTree(text) : MissingNode.getInstance());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
