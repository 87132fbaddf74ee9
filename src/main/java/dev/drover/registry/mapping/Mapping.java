package dev.drover.registry.mapping;

import dev.drover.registry.objects.Workload;
import java.util.Optional;

/** How one kind of workload becomes fields of a record. Every source may be missing. */
interface Mapping {
    /** What serves the model, uncut. */
    Optional<String> runtime(Workload workload);

    /** What only this kind can tell; identity is added by {@link WantedRecord}. */
    OwnProperties properties(Workload workload);
}
