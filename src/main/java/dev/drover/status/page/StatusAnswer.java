package dev.drover.status.page;

import com.fasterxml.jackson.databind.JsonNode;

/** What one request is answered with. */
sealed interface StatusAnswer {
    int code();

    /** A tree, sent as JSON. */
    record Tree(int code, JsonNode tree) implements StatusAnswer {}

    /** A complete page. */
    record Page(int code, String html) implements StatusAnswer {}
}
