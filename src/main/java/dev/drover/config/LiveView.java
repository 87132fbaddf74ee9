package dev.drover.config;

import java.util.function.Function;
import java.util.function.Supplier;

/** A value made of live keys. Made again, and checked, before an edit is taken over. */
final class LiveView<T> implements Supplier<T> {
    private final Function<Values, T> view;
    private volatile T value;

    LiveView(Function<Values, T> view, Values now) {
        this.view = view;
        this.value = view.apply(now);
    }

    @Override
    public T get() {
        return value;
    }

    /** Makes the value of an edit; the answer puts it in force. */
    Runnable prepare(Values edited) {
        T next = view.apply(edited);
        return () -> value = next;
    }
}
