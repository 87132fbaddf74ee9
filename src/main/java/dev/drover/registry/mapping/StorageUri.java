package dev.drover.registry.mapping;

/** A place of a model without what may be secret in it: user info, query and fragment. */
final class StorageUri {
    private StorageUri() {}

    /** Works on the text alone: what is no URI must not fail. */
    static String withoutSecrets(String uri) {
        String bare = before(before(uri, '#'), '?');
        int authority = bare.indexOf("://");
        if (authority < 0) {
            return bare;
        }
        int begin = authority + 3;
        int slash = bare.indexOf('/', begin);
        int end = slash < 0 ? bare.length() : slash;
        int at = bare.lastIndexOf('@', end - 1);
        return at < begin ? bare : bare.substring(0, begin) + bare.substring(at + 1);
    }

    private static String before(String text, char mark) {
        int at = text.indexOf(mark);
        return at < 0 ? text : text.substring(0, at);
    }
}
