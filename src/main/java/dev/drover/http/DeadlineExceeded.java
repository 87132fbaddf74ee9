package dev.drover.http;

import java.io.IOException;
import java.time.Duration;

/** The last byte had not come when the time was up; the connection is closed. */
public final class DeadlineExceeded extends IOException {
    private static final long serialVersionUID = 1L;

    DeadlineExceeded(Duration deadline, Throwable cause) {
        super("no complete answer within " + deadline.toMillis() + " ms", cause);
    }
}
