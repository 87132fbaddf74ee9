package dev.drover.basemodels;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.kubernetes.ResourcesConstants;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Notices that a kind of model has another definition, bean {@code basemodels-definitions}: an
 * update of OME brings conditions, or takes them away. Out: body = keys of the PVC models of kinds
 * whose status is another one now, else none.
 */
final class DefinitionsProcessor implements Processor {
    /** Drover may read two definitions, not watch them. */
    private static final long PERIOD = Duration.ofMinutes(1).toNanos();

    private final ConditionsSupport conditions;
    private final Function<String, ResourceCache> caches;
    private final LongSupplier nanos;
    private long lookedAt; // used by the timer's thread alone

    DefinitionsProcessor(
            ConditionsSupport conditions,
            Function<String, ResourceCache> caches,
            LongSupplier nanos) {
        this.conditions = conditions;
        this.caches = caches;
        this.nanos = nanos;
        this.lookedAt = nanos.getAsLong();
    }

    @Override
    public void process(Exchange exchange) {
        long now = nanos.getAsLong();
        boolean due = now - lookedAt >= PERIOD;
        exchange.getMessage().setBody(due ? changed() : List.of());
        exchange.getMessage().setHeader(ResourcesConstants.ENQUEUE_CAUSE, "definition");
        if (due) {
            lookedAt = now;
        }
    }

    private List<ObjectKey> changed() {
        return conditions.lookAgain().stream().flatMap(this::onClaims).toList();
    }

    private Stream<ObjectKey> onClaims(ModelKind kind) {
        return caches.apply(kind.resource()).list().stream()
                .map(BaseModel::of)
                .filter(model -> model.source().ours())
                .map(BaseModel::key);
    }
}
