package dev.drover.leadership;

import java.util.Map;
import org.apache.camel.support.cluster.AbstractCamelClusterService;

/**
 * Camel's cluster service on Kubernetes Leases, one view a flow. {@code ClusteredRoutePolicy} and
 * whoever else speaks the SPI can use it; views exist for the flows of this process only.
 */
public final class LeaseClusterService extends AbstractCamelClusterService<LeaseClusterView> {
    private final String identity;
    private final Map<String, Candidacy> candidacies;

    LeaseClusterService(String identity, Map<String, Candidacy> candidacies) {
        super("drover-leases");
        this.identity = identity;
        this.candidacies = Map.copyOf(candidacies);
    }

    @Override
    protected LeaseClusterView createView(String flow) {
        Candidacy candidacy = candidacies.get(flow);
        if (candidacy == null) {
            throw new IllegalArgumentException(
                    "flow \"%s\" has no Lease here; flows of this process: %s"
                            .formatted(flow, candidacies.keySet().stream().sorted().toList()));
        }
        return new LeaseClusterView(this, flow, identity, candidacy);
    }
}
