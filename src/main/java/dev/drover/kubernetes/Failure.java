package dev.drover.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * How a list or a watch ended.
 *
 * @param text for people: what the server said, or what was seen instead of an answer
 * @param retryAfter what the server asked to wait, zero if nothing
 */
record Failure(Trouble trouble, String text, Duration retryAfter) {
    private static final int SHOWN_CHARACTERS = 200;

    Failure {
        String line = text.replaceAll("\\p{Cntrl}+", " ");
        text = line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "…";
    }

    Failure(Trouble trouble, String text) {
        this(trouble, text, Duration.ZERO);
    }

    /** The answer to a request, by its status. */
    static Failure answered(int code, String message) {
        return new Failure(
                Trouble.ofCode(code),
                "HTTP " + code + (message == null || message.isBlank() ? "" : ": " + message));
    }

    static Failure of(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof WebSocketHandshakeException refused) {
                return answered(refused.getResponse().code(), "WebSocket refused");
            }
            if (each instanceof JsonProcessingException unreadable) {
                return new Failure(Trouble.UNDECODABLE, unreadable.getOriginalMessage());
            }
            if (each instanceof IllegalArgumentException unexpected) {
                return new Failure(Trouble.UNDECODABLE, unexpected.getMessage());
            }
            if (each instanceof TimeoutException) {
                return new Failure(Trouble.NETWORK, "no answer in time");
            }
            if (each instanceof KubernetesClientException refused && refused.getCode() > 0) {
                return answered(refused);
            }
        }
        Throwable root = root(thrown);
        return new Failure(
                Trouble.NETWORK, root.getClass().getSimpleName() + ": " + root.getMessage());
    }

    private static Failure answered(KubernetesClientException refused) {
        Optional<Status> status = Optional.ofNullable(refused.getStatus());
        Failure plain = answered(refused.getCode(), status.map(Status::getMessage).orElse(null));
        return new Failure(
                plain.trouble,
                plain.text,
                status.map(Status::getDetails)
                        .map(StatusDetails::getRetryAfterSeconds)
                        .map(Duration::ofSeconds)
                        .orElse(Duration.ZERO));
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
