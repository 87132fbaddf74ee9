package dev.drover.leadership;

import java.util.function.BooleanSupplier;
import org.apache.camel.cluster.CamelClusterMember;

/** A process that runs for a Lease, known by its identity. */
record LeaseClusterMember(String id, boolean local, BooleanSupplier leads)
        implements CamelClusterMember {
    @Override
    public String getId() {
        return id;
    }

    @Override
    public boolean isLeader() {
        return leads.getAsBoolean();
    }

    @Override
    public boolean isLocal() {
        return local;
    }
}
