package dev.drover.config;

import java.nio.file.Path;

/** Where a value comes from, as users are told: a line of a file, a variable, or the default. */
record Origin(String text) {
    static final Origin DEFAULT = new Origin("default");

    static Origin line(Path file, int line) {
        return new Origin(file + ", line " + line);
    }

    static Origin variable(String name) {
        return new Origin(name);
    }

    @Override
    public String toString() {
        return text;
    }
}
