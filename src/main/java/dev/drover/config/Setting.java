package dev.drover.config;

/** One assignment that somebody wrote, not yet understood. */
record Setting(String key, String text, Origin origin) {
    Setting {
        text = text.strip();
    }

    Setting renamed(String present) {
        return new Setting(present, text, origin);
    }
}
