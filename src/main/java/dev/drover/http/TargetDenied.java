package dev.drover.http;

import java.io.IOException;

/** This client must not ask that; nothing was sent. */
public final class TargetDenied extends IOException {
    private static final long serialVersionUID = 1L;

    TargetDenied(String host) {
        super("this client must not send requests to " + host);
    }
}
