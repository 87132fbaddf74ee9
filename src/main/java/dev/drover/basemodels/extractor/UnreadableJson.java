package dev.drover.basemodels.extractor;

/**
 * A file that is no JSON document as asked for; the message says why and where, never its content.
 */
final class UnreadableJson extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableJson(String why) {
        super(why);
    }
}
