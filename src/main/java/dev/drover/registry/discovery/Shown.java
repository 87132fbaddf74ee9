package dev.drover.registry.discovery;

/** A user's text within a message: quoted, on one line, not endless. */
final class Shown {
    private static final int LONGEST = 200;

    private Shown() {}

    static String text(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\p{Cf}\u2028\u2029]", " ");
        return "\"" + (line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line) + "\"";
    }
}
