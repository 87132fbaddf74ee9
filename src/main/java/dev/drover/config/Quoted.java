package dev.drover.config;

/** How a value that somebody else wrote is shown: quoted, escaped, at most 200 characters. */
final class Quoted {
    static final String MASK = "******";
    private static final int LONGEST = 200;

    private Quoted() {}

    static String text(String value) {
        StringBuilder out = new StringBuilder("\"");
        int[] characters = value.codePoints().limit(LONGEST).toArray();
        for (int character : characters) {
            if (character == '"' || character == '\\') {
                out.append('\\').appendCodePoint(character);
            } else if (Character.isISOControl(character)) {
                out.append(String.format("\\u%04x", character));
            } else {
                out.appendCodePoint(character);
            }
        }
        return out.append(
                        characters.length < value.codePointCount(0, value.length()) ? "…\"" : "\"")
                .toString();
    }
}
