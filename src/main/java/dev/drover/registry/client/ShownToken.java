package dev.drover.registry.client;

/** The token that a call has shown. */
record ShownToken(String text) {
    /** A record would show its text, and exchange properties are shown in many places. */
    @Override
    public String toString() {
        return "token";
    }
}
