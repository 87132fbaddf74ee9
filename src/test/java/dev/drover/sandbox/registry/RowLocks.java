package dev.drover.sandbox.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A row that somebody holds locked: changes have read it already and wait to write. Used by the
 * server's thread only.
 */
final class RowLocks {
    private final List<Runnable> waiting = new ArrayList<>();
    private int id;

    void lock(int row) {
        id = row;
    }

    boolean locked(int row) {
        return row == id;
    }

    void add(Runnable rest) {
        waiting.add(rest);
    }

    int waiting() {
        return waiting.size();
    }

    /** Lets them write, the last that came first, as was recorded. */
    void unlock() {
        id = 0;
        List<Runnable> all = new ArrayList<>(waiting);
        waiting.clear();
        Collections.reverse(all);
        all.forEach(Runnable::run);
    }
}
