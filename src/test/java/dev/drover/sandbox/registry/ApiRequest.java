package dev.drover.sandbox.registry;

import java.util.List;

/**
 * A request of the API, as its handlers see it.
 *
 * @param strict unknown orders are refused, as v1 does
 */
record ApiRequest(List<String> segments, Query query, byte[] body, boolean strict) {

    /** The id in the path. */
    String idText() {
        return segments.get(1);
    }

    /**
     * The id in the path as a number.
     *
     * @param what for the message: {@code inference service}
     */
    int id(String what) {
        return number("invalid " + what + " ID: ", idText());
    }

    static int number(String before, String text) {
        try {
            return GoNumbers.int32(text);
        } catch (IllegalArgumentException e) {
            throw Refused.badRequest(before + e.getMessage() + ": bad request");
        }
    }
}
