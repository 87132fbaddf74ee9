package dev.drover.status;

import dev.drover.kubernetes.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a flow decided about its objects, for the status page. A flow binds it in the Camel registry
 * under its name. Everything is as of the last decisions of this process: nothing on a standby.
 * Values are plain (records, maps, lists, texts, numbers, times) and carry no secret.
 */
public interface FlowObjects {
    /** Resource path of the objects; one entry for each kind that the flow reconciles. */
    List<String> resources();

    /** One line an object, by namespace and name. */
    List<ObjectLine> lines();

    /**
     * State, reason, hint, inputs with their age and what came of them; empty for an object that
     * the flow does not know.
     */
    Optional<?> explain(ObjectKey object);

    /**
     * Why an object may be unknown to this flow alone, as parts of one sentence: {@code it is
     * paused}. What holds for every flow (namespaces, selector, CRD, no pass yet) is not among
     * them.
     */
    default List<String> whyUnknown() {
        return List.of();
    }

    /** What the flow depends on besides its objects, by name; nothing for most. */
    default Map<String, Object> details() {
        return Map.of();
    }
}
