package dev.drover.routing;

import dev.drover.config.DroverKeys;
import dev.drover.config.Values;
import java.util.Optional;
import java.util.Set;

/**
 * Which flows there are and which of them run in this process.
 *
 * @param known every flow; the routes of a flow are named {@code <flow>-…}
 * @param running flows whose routes are loaded
 */
public record FlowNames(Set<String> known, Set<String> running) {
    public FlowNames {
        known = Set.copyOf(known);
        running = Set.copyOf(running);
    }

    /** As the configuration says. */
    public static FlowNames of(Values values) {
        return new FlowNames(
                Set.of(DroverKeys.FLOWS.defaultText().split(",")),
                Set.copyOf(values.get(DroverKeys.FLOWS)));
    }

    /** The flow that a route belongs to by its name. */
    Optional<String> of(String routeId) {
        return known.stream().filter(flow -> routeId.startsWith(flow + "-")).findFirst();
    }

    /** Whether routes of the folder or flow run; what belongs to no flow always does. */
    boolean run(String flow) {
        return !known.contains(flow) || running.contains(flow);
    }
}
