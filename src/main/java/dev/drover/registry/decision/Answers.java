package dev.drover.registry.decision;

import dev.drover.registry.api.Answer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What has been read in this pass so far. Immutable. */
public final class Answers {
    private final Map<Read<?>, Answer<?>> known;

    private Answers(Map<Read<?>, Answer<?>> known) {
        this.known = known;
    }

    /** Nothing was read yet. */
    public static Answers none() {
        return new Answers(Map.of());
    }

    /** These, and one more. */
    public <T> Answers with(Read<T> read, Answer<T> answer) {
        Map<Read<?>, Answer<?>> more = new HashMap<>(known);
        more.put(read, answer);
        return new Answers(more);
    }

    /** As {@link #with}, where the answer's type is known to fit only at run time. */
    public Answers having(Read<?> read, Answer<?> answer) {
        Map<Read<?>, Answer<?>> more = new HashMap<>(known);
        more.put(read, answer);
        return new Answers(more);
    }

    /** Empty while it was not asked. */
    @SuppressWarnings("unchecked") // with() pairs them
    <T> Optional<Answer<T>> of(Read<T> read) {
        return Optional.ofNullable((Answer<T>) known.get(read));
    }

    public int size() {
        return known.size();
    }
}
