package dev.drover.sandbox.metrics;

/** How a page gets to the client, if it does. */
public enum Delivery {
    /** At once, with its length. */
    WHOLE,
    /** At once, chunked, as Go servers send what does not fit a buffer. */
    CHUNKED,
    /** Head and body are never sent. */
    HANGING,
    /** The head at once, then one byte of the body a second. */
    DRIPPING,
    /** The head and half of the body, then nothing, on an open connection. */
    STALLING,
    /** The head and half of the body, then the connection is closed. */
    CUT,
    /** The body again and again without an end. */
    ENDLESS,
    /** The connection is closed before anything is sent. */
    REFUSED
}
