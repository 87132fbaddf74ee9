package dev.drover.intents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Writes Events through {@code events.k8s.io/v1}, one request each. Not by the client's own patch:
 * that reads the object first, which costs a request and a permission that nothing else needs.
 */
final class KubernetesEventSender implements EventSender {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int SHOWN = 200;

    private final HttpClient http;
    private final String server;

    KubernetesEventSender(KubernetesClient client) {
        String url = client.getConfiguration().getMasterUrl();
        this.http = client.getHttpClient();
        this.server = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    @Override
    public void create(String namespace, ObjectNode event) {
        HttpResponse<String> answer =
                send(
                        http.newHttpRequestBuilder()
                                .uri(events(namespace))
                                .post("application/json", event.toString()));
        check(answer);
    }

    @Override
    public boolean patch(String namespace, String name, ObjectNode mergePatch) {
        HttpResponse<String> answer =
                send(
                        http.newHttpRequestBuilder()
                                .uri(events(namespace) + "/" + name)
                                .patch("application/merge-patch+json", mergePatch.toString()));
        if (answer.code() == HttpURLConnection.HTTP_NOT_FOUND) {
            return false;
        }
        check(answer);
        return true;
    }

    private String events(String namespace) {
        return server + "/apis/events.k8s.io/v1/namespaces/" + namespace + "/events";
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(
                        request.timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).build(),
                        String.class);
        try {
            return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new KubernetesClientException("interrupted", e);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new KubernetesClientException(
                    "no answer within " + TIMEOUT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new KubernetesClientException(String.valueOf(e.getCause().getMessage()), e);
        }
    }

    private static void check(HttpResponse<String> answer) {
        if (!answer.isSuccessful()) {
            String text = String.valueOf(answer.body());
            throw new KubernetesClientException(
                    "HTTP "
                            + answer.code()
                            + " "
                            + text.substring(0, Math.min(SHOWN, text.length())));
        }
    }
}
