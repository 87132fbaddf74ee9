package dev.drover.http;

import java.io.IOException;

/** The answer is larger than it may be; the rest was not read. */
public final class BodyTooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    BodyTooLarge(long mostBytes) {
        super("an answer of more than " + mostBytes + " bytes");
    }
}
