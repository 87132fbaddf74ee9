package dev.drover.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Sends single requests through the client's own HTTP client, for exact control over method, query,
 * content type and time, and for the headers of the answer that fabric8's operations do not show.
 * Sends each once: retries are the queue's business. Blocks; thread-safe.
 */
final class ApiRequests {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The library's own timeout only frees the connection; a dripping body would stretch it. */
    private static final long CLEAN_UP_MILLIS = 500;

    private final HttpClient http;
    private final String server;
    private final Throttle throttle;
    private final Clock clock;

    ApiRequests(KubernetesClient client, Throttle throttle, Clock clock) {
        // The library would send a refused POST eleven times and ignore Retry-After (camel.md 4.1).
        this.http =
                client.getHttpClient()
                        .newBuilder()
                        .tag(
                                new RequestConfigBuilder(
                                                client.getConfiguration().getRequestConfig())
                                        .withRequestRetryBackoffLimit(0)
                                        .build())
                        .build();
        String url = client.getConfiguration().getMasterUrl();
        this.server = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.throttle = throttle;
        this.clock = clock;
    }

    /** A good answer: its body, and what the server remarked about the request. */
    record Reply(byte[] body, List<String> warnings) {}

    /**
     * Sends and waits.
     *
     * @throws ResourceException of the kind that fits
     */
    Reply send(ApiRequest request) {
        throttle.remaining()
                .ifPresent(
                        left -> {
                            throw new Throttled(
                                    request.answer(0, "not sent, as asked", Optional.of(left)));
                        });
        try {
            HttpResponse<byte[]> response = exchange(request);
            if (response.isSuccessful()) {
                byte[] body = response.body() == null ? new byte[0] : response.body();
                return new Reply(body, response.headers("Warning"));
            }
            throw refusal(request, response);
        } catch (Throttled e) {
            e.retryAfter().ifPresent(throttle::holdFor);
            throw e;
        }
    }

    private HttpResponse<byte[]> exchange(ApiRequest request) {
        long millis = request.timeout().toMillis();
        HttpRequest.Builder builder =
                http.newHttpRequestBuilder()
                        .uri(server + request.path())
                        .header("Accept", "application/json")
                        .timeout(millis + CLEAN_UP_MILLIS, TimeUnit.MILLISECONDS)
                        .method(request.method(), request.contentType(), request.body());
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(builder.build(), byte[].class);
        try {
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw lost(request, "no answer within " + millis + " ms", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw lost(request, "interrupted while waiting for the answer", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof KubernetesClientException held && held.getCode() == 429) {
                throw new Throttled(request.answer(429, held.getMessage(), left(held)));
            }
            String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            throw neverSent(cause)
                    ? new ServerFailure(request.answer(0, message, Optional.empty()), cause)
                    : lost(request, message, cause);
        }
    }

    /** The client itself holds requests back, and says for how long (see KubernetesClients). */
    private static Optional<Duration> left(KubernetesClientException held) {
        return Optional.ofNullable(held.getStatus())
                .map(Status::getDetails)
                .map(StatusDetails::getRetryAfterSeconds)
                .map(Duration::ofSeconds);
    }

    private static ResourceException lost(ApiRequest request, String message, Throwable cause) {
        var answer = request.answer(0, message, Optional.empty());
        return request.writes() ? new AnswerLost(answer, cause) : new ServerFailure(answer, cause);
    }

    /** The connection did not come about, so the server has seen nothing. */
    private static boolean neverSent(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof ConnectException
                    || each instanceof UnknownHostException
                    || each instanceof SSLHandshakeException) {
                return true;
            }
        }
        return false;
    }

    private ResourceException refusal(ApiRequest request, HttpResponse<byte[]> response) {
        String text =
                response.body() == null ? "" : new String(response.body(), StandardCharsets.UTF_8);
        return Refusal.of(
                request,
                response.code(),
                parse(text),
                text,
                RetryAfterHeader.of(response.header("Retry-After"), clock));
    }

    private static JsonNode parse(String text) {
        try {
            JsonNode tree = JSON.readTree(text);
            return tree == null ? MissingNode.getInstance() : tree;
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance(); // a proxy's page; its text is shown as it is
        }
    }
}
