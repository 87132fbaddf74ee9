package dev.drover.basemodels.objects;

/** Texts of strangers as they may stand in a message. */
public final class Shown {
    private static final int CHARACTERS = 200;

    private Shown() {}

    /** At most 200 characters, control characters written as {@code \\u00XX}. */
    public static String text(String text) {
        String cut = cut(text, CHARACTERS);
        StringBuilder shown = new StringBuilder(cut.length());
        for (int i = 0; i < cut.length(); i++) {
            char each = cut.charAt(i);
            if (control(each)) {
                shown.append("\\u%04X".formatted((int) each));
            } else {
                shown.append(each);
            }
        }
        return shown.toString();
    }

    /** At most {@code characters}, cut between two characters, with an ellipsis for the rest. */
    public static String cut(String text, int characters) {
        if (text.length() <= characters) {
            return text;
        }
        int end = characters - 1;
        boolean splits = Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, splits ? end - 1 : end) + "…";
    }

    static boolean control(int character) {
        return character < 0x20 || character == 0x7F;
    }
}
