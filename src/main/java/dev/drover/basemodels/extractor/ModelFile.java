package dev.drover.basemodels.extractor;

import java.nio.file.Path;

/**
 * A name in the model's directory and what stands behind it.
 *
 * @param name relative to the model's directory, with {@code /}
 * @param path of a {@link State#FILE} the file itself, links resolved; else the name's place
 */
record ModelFile(String name, Path path, State state) {
    enum State {
        ABSENT,
        /** A link that leads nowhere, or out of the model's directory. */
        DANGLING,
        /** It may not be read. */
        DENIED,
        /** A directory, pipe, socket or device: opening one may block for ever. */
        NO_FILE,
        /** A regular file that may be read. */
        FILE
    }

    boolean is(State other) {
        return state == other;
    }

    boolean exists() {
        return state != State.ABSENT;
    }
}
