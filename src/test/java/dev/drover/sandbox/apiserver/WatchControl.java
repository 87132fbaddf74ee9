package dev.drover.sandbox.apiserver;

import java.util.List;
import java.util.function.Supplier;

/** What a test can do to the watches of one resource that are open at that moment. */
public final class WatchControl {
    private final Supplier<List<Watch>> open;

    WatchControl(Supplier<List<Watch>> open) {
        this.open = open;
    }

    /** How many are open. */
    public int count() {
        return open.get().size();
    }

    /** Ends them properly, as at the end of their time. */
    public void end() {
        open.get().forEach(Watch::end);
    }

    /** Closes their connections in mid-stream. */
    public void cut() {
        open.get().forEach(Watch::cut);
    }

    /** Keeps their connections and sends nothing any more: half-open. */
    public void freeze() {
        open.get().forEach(Watch::freeze);
    }

    /** Sends an ERROR event of code 410 and ends them. */
    public void expire() {
        open.get().forEach(Watch::expire);
    }

    /** Sends something that is no event. */
    public void garble() {
        open.get().forEach(Watch::garble);
    }

    /** Sends a bookmark now to those that asked for bookmarks. */
    public void bookmark() {
        open.get().forEach(Watch::bookmark);
    }
}
