package dev.drover.basemodels;

import dev.drover.basemodels.decision.IntentNames;
import dev.drover.intents.Ledger;
import dev.drover.kubernetes.ResourceCache;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Knows whether the cache of Jobs has seen what was just written. The queue of models awaits the
 * versions of models only: the event of a status patch may be here before that of the Job created
 * before it, and a decision without the Job would create it again.
 */
final class JobCacheLag {
    /** Watches are seconds late at most; a Job that is still not there was deleted by somebody. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final ResourceCache jobs;
    private final LongSupplier nanos;

    JobCacheLag(ResourceCache jobs, LongSupplier nanos) {
        this.jobs = jobs;
        this.nanos = nanos;
    }

    boolean behind(Ledger.Entry ledger) {
        List<Ledger.Write> writes = ledger.writes();
        Set<Object> newer = new HashSet<>();
        for (int i = writes.size() - 1; i >= 0; i--) {
            Ledger.Write write = writes.get(i);
            boolean job = write.resource().equals(BasemodelsResources.JOBS);
            if (job && recent(write) && newer.add(write.target()) && !seen(write)) {
                return true;
            }
        }
        return false;
    }

    private boolean recent(Ledger.Write write) {
        return nanos.getAsLong() - write.atNanos() < LONGEST.toNanos();
    }

    private boolean seen(Ledger.Write write) {
        Optional<GenericKubernetesResource> cached = jobs.get(write.target());
        return write.intent().equals(IntentNames.DELETE_JOB)
                ? cached.map(job -> job.getMetadata().getDeletionTimestamp() != null).orElse(true)
                : cached.isPresent();
    }
}
