package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.decision.Decision;
import dev.drover.weights.decision.ModelCondition;
import dev.drover.weights.decision.Observed;
import dev.drover.weights.objects.ExternalModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is remembered of each model between passes, by key and UID. Thread-safe; one model is in the
 * hands of one thread at a time.
 */
final class ModelMemories {
    private final Map<ObjectKey, Remembered> models = new ConcurrentHashMap<>();
    private volatile long term;

    /**
     * The last look at a model.
     *
     * @param observed what the decision was made of
     * @param decision its state included
     */
    record Remembered(String uid, Observed observed, Decision decision) {}

    /** The term of leadership that a decision begins in. */
    long term() {
        return term;
    }

    /** Empty when nothing is known, or only of an object with another UID. */
    Optional<Remembered> of(ObjectKey key, String uid) {
        return Optional.ofNullable(models.get(key)).filter(known -> known.uid().equals(uid));
    }

    /** The last look at whatever object has this key now. */
    Optional<Remembered> last(ObjectKey key) {
        return Optional.ofNullable(models.get(key));
    }

    /** The last look at each model, in no order. */
    List<Remembered> all() {
        return List.copyOf(models.values());
    }

    /** False when the term is over: that decision belongs to a leadership that was lost. */
    synchronized boolean remember(long term, Observed observed, Decision decision) {
        if (term != this.term) {
            return false;
        }
        ExternalModel model = observed.model();
        models.put(model.key(), new Remembered(model.uid(), observed, decision));
        return true;
    }

    void forget(ObjectKey key) {
        models.remove(key);
    }

    /**
     * Leadership is lost: others will write, so what is remembered here goes out of date. Returns
     * the models that were known.
     */
    synchronized List<ObjectKey> clear() {
        term++;
        List<ObjectKey> known = List.copyOf(models.keySet());
        models.clear();
        return known;
    }

    /** Models whose weights are moved or watched: neither skipped nor paused. */
    List<ObjectKey> balanced() {
        return models.entrySet().stream()
                .filter(entry -> isBalanced(entry.getValue().decision().condition()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isBalanced(ModelCondition condition) {
        return !condition.skipped() && condition != ModelCondition.PAUSED;
    }

    /** How many models are in this condition. */
    long count(ModelCondition condition) {
        return models.values().stream()
                .filter(known -> known.decision().condition() == condition)
                .count();
    }
}
