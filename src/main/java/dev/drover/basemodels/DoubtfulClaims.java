package dev.drover.basemodels;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.StorageUri;
import dev.drover.intents.BoundedMap;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Believes that a claim is missing or not bound only after a moment. Watches of two kinds have no
 * common order: of a claim and a model that were applied together the model may be seen first, and
 * would fail for the blink of an eye. What was known of a claim before and is different now is
 * believed at once. Bounded; thread-safe.
 */
final class DoubtfulClaims {
    private static final long MOMENT = Duration.ofMillis(300).toNanos();
    private static final int MODELS = 4096;

    private final LongSupplier nanos;
    private final Map<ObjectKey, Doubt> doubts = new BoundedMap<>(MODELS); // guarded by this

    private record Doubt(ObjectKey claim, long sinceNanos) {}

    DoubtfulClaims(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * @param seenBefore the last decision about the model found this claim
     */
    synchronized boolean doubtful(BaseModel model, StorageUri uri, boolean seenBefore) {
        if (seenBefore) {
            return false;
        }
        long now = nanos.getAsLong();
        Doubt known = doubts.get(model.key());
        if (known == null || !known.claim().equals(uri.claim())) {
            known = new Doubt(uri.claim(), now);
            doubts.put(model.key(), known);
        }
        return now - known.sinceNanos() < MOMENT;
    }

    synchronized void certain(BaseModel model) {
        doubts.remove(model.key());
    }
}
