package dev.drover.basemodels;

import dev.drover.basemodels.decision.Cause;
import dev.drover.basemodels.decision.Decision;
import dev.drover.basemodels.decision.Group;
import dev.drover.basemodels.decision.Inputs;
import dev.drover.basemodels.decision.Memory;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.kubernetes.ObjectKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The last decision about each PVC model, while this process leads. Lost on restart without harm.
 * Thread-safe; of one model one decision is made at a time.
 */
final class ModelMemories {
    private final Map<ObjectKey, Remembered> models = new ConcurrentHashMap<>();

    /**
     * @param waitingSince when the model was first seen not Ready, of the monotonic clock; stays
     *     for the decision that finds it Ready, and is empty then
     */
    record Remembered(Inputs inputs, Decision decision, OptionalLong waitingSince) {
        private boolean ready() {
            return decision.cause().filter(cause -> cause.group() == Group.READY).isPresent();
        }

        private boolean isOf(String uid) {
            return inputs.model().uid().equals(uid);
        }

        private ModelKind kind() {
            return inputs.model().kind();
        }
    }

    /** What the last decision about this UID wanted to be told. */
    Memory memory(BaseModel model) {
        return last(model.key())
                .filter(known -> known.isOf(model.uid()))
                .map(known -> known.decision().memory())
                .orElse(Memory.NONE);
    }

    Optional<Remembered> last(ObjectKey model) {
        return Optional.ofNullable(models.get(model));
    }

    Collection<Remembered> all() {
        return List.copyOf(models.values());
    }

    /** Takes the decision over, or forgets the model when it is none of the flow's business. */
    void remember(Inputs inputs, Decision decision) {
        ObjectKey key = inputs.model().key();
        boolean nothing = decision.cause().isEmpty() && decision.memory().equals(Memory.NONE);
        if (inputs.gone() || nothing) {
            models.remove(key);
            return;
        }
        models.put(key, new Remembered(inputs, decision, waitingSince(inputs, decision)));
    }

    private OptionalLong waitingSince(Inputs inputs, Decision decision) {
        boolean ready = new Remembered(inputs, decision, OptionalLong.empty()).ready();
        Optional<Remembered> before =
                last(inputs.model().key())
                        .filter(known -> known.isOf(inputs.model().uid()) && !known.ready());
        OptionalLong since = before.map(Remembered::waitingSince).orElse(OptionalLong.empty());
        return ready || since.isPresent() ? since : OptionalLong.of(inputs.nanos());
    }

    /** Since when a model waited that was found Ready just now; empty for every other. */
    OptionalLong readyAfter(ObjectKey model) {
        return last(model)
                .filter(Remembered::ready)
                .map(Remembered::waitingSince)
                .orElse(OptionalLong.empty());
    }

    void clear() {
        models.clear();
    }

    long count(ModelKind kind, String state) {
        return count(known -> known.kind() == kind && cause(known).group().state().equals(state));
    }

    long count(Cause cause) {
        return count(known -> cause(known) == cause);
    }

    private long count(Predicate<Remembered> filter) {
        return models.values().stream()
                .filter(known -> known.decision().cause().isPresent())
                .filter(filter)
                .count();
    }

    private static Cause cause(Remembered known) {
        return known.decision().cause().orElseThrow();
    }
}
