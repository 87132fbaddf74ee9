package dev.drover.registry.api;

/** Text of a registry, made fit for a log line: one line, at most 200 characters. */
final class Detail {
    private static final int LONGEST = 200;

    private Detail() {}

    static String of(String text) {
        if (text == null) {
            return "";
        }
        String line =
                text.codePoints()
                        .limit(4L * LONGEST) // whatever the registry sent
                        .map(c -> Character.isISOControl(c) || unprintable(c) ? ' ' : c)
                        .collect(
                                StringBuilder::new,
                                StringBuilder::appendCodePoint,
                                StringBuilder::append)
                        .toString()
                        .strip();
        int end = Math.min(line.length(), LONGEST);
        if (end < line.length() && Character.isHighSurrogate(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(0, end);
    }

    /** Line separators and marks that change the direction of what follows. */
    private static boolean unprintable(int c) {
        int type = Character.getType(c);
        return type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE;
    }
}
