package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.Shown;

/**
 * What is to be shown of a model.
 *
 * @param sentence what is the matter, and what the user can do about it
 * @param excerpt words of others; shown, but a change of them alone is none
 */
record Verdict(Cause cause, String sentence, String excerpt) {
    private static final int MESSAGE = 1024;
    private static final int EXCERPT = 300;
    private static final String SEPARATOR = " | ";

    static Verdict of(Cause cause, String sentence) {
        return new Verdict(cause, sentence, "");
    }

    Verdict withExcerpt(String words) {
        return new Verdict(cause, sentence, words);
    }

    /** {@code <Cause>: <sentence>[ | <excerpt>]}, at most 1024 characters, one line. */
    String message() {
        String essence = Shown.cut(oneLine(cause.word() + ": " + sentence), MESSAGE);
        String words = oneLine(excerpt).strip();
        int room = Math.min(EXCERPT, MESSAGE - essence.length() - SEPARATOR.length());
        return words.isEmpty() || room < 2 ? essence : essence + SEPARATOR + Shown.cut(words, room);
    }

    /** The part of a message that is compared: all but the excerpt. */
    static String essence(String message) {
        int end = message.indexOf(SEPARATOR);
        return end < 0 ? message : message.substring(0, end);
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cc}+", " ");
    }
}
