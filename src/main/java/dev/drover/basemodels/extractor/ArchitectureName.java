package dev.drover.basemodels.extractor;

import java.util.regex.Pattern;

/** The name of an architecture and the words it is made of: {@code Distil Bert For Masked LM}. */
record ArchitectureName(String name) {
    /** At underscores, and before each capital that follows anything but a capital. */
    private static final Pattern CUTS = Pattern.compile("_|(?<=[^\\p{Lu}])(?=\\p{Lu})");

    /** A whole word, case counts: {@code Omni} is no word of {@code Demonic}. */
    boolean hasWord(String word) {
        return CUTS.splitAsStream(name).anyMatch(word::equals);
    }

    boolean hasAnyWord(String... words) {
        for (String word : words) {
            if (hasWord(word)) {
                return true;
            }
        }
        return false;
    }

    boolean endsWithAny(String... endings) {
        for (String ending : endings) {
            if (name.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }
}
