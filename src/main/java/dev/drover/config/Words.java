package dev.drover.config;

import java.util.Locale;

/** How an enum constant is written in configuration. */
final class Words {
    private Words() {}

    static String kebab(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
