package dev.drover.status.page;

import dev.drover.kubernetes.KeyView;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.status.FlowObjects;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the status page gets what it shows. All values are plain: records, maps, lists, texts,
 * numbers, times.
 */
public interface StatusSource {
    /** The running flows, in their order. */
    List<FlowStatus> flows();

    /** What a flow decided about its objects; empty for a flow without objects to show. */
    Optional<FlowObjects> objects(String flow);

    /** What the queue means to do with an object of the flow. */
    Optional<KeyView> queued(String flow, ObjectKey object);

    /** What the act route remembers of an object: last writes and last failure. */
    Map<String, Object> written(String flow, ObjectKey object);

    /** The effective keys, secrets masked. */
    List<?> configuration();

    List<?> routes();

    /** Keys in work, worker threads, heap and threads. */
    Map<String, Object> debug();
}
