package dev.drover.basemodels.extractor;

/** Text for messages: names of files may hold anything but a slash. */
final class PlainText {
    private static final String CUT = "...";

    private PlainText() {}

    /** Without control characters, and at most so many bytes of UTF-8. */
    static String of(String text, int maxBytes) {
        StringBuilder plain = new StringBuilder();
        int bytes = 0;
        int lengthWithRoom = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            int shown = visible(point) ? point : '?';
            bytes += bytes(shown);
            if (bytes > maxBytes) {
                return plain.substring(0, lengthWithRoom) + CUT;
            }
            plain.appendCodePoint(shown);
            if (bytes <= maxBytes - CUT.length()) {
                lengthWithRoom = plain.length();
            }
        }
        return plain.toString();
    }

    private static boolean visible(int point) {
        int type = Character.getType(point);
        return type != Character.CONTROL && type != Character.SURROGATE && type != Character.FORMAT;
    }

    private static int bytes(int point) {
        if (point < 0x80) {
            return 1;
        }
        if (point < 0x800) {
            return 2;
        }
        return point < 0x10000 ? 3 : 4;
    }
}
