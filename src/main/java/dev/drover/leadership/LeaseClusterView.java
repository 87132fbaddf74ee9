package dev.drover.leadership;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.camel.cluster.CamelClusterMember;
import org.apache.camel.support.cluster.AbstractCamelClusterView;

/**
 * One flow's Lease as Camel's cluster SPI sees it. The members are this process and the leader: a
 * Lease says nothing about others who wait.
 */
final class LeaseClusterView extends AbstractCamelClusterView {
    private final String identity;
    private final Candidacy candidacy;

    LeaseClusterView(
            LeaseClusterService service, String flow, String identity, Candidacy candidacy) {
        super(service, flow);
        this.identity = identity;
        this.candidacy = candidacy;
    }

    @Override
    public Optional<CamelClusterMember> getLeader() {
        return candidacy
                .status()
                .holder()
                .map(
                        holder ->
                                holder.equals(identity)
                                        ? getLocalMember()
                                        : new LeaseClusterMember(holder, false, () -> true));
    }

    @Override
    public CamelClusterMember getLocalMember() {
        return new LeaseClusterMember(identity, true, () -> candidacy.status().leading());
    }

    @Override
    public List<CamelClusterMember> getMembers() {
        return Stream.concat(
                        Stream.of(getLocalMember()),
                        getLeader().filter(leader -> !leader.isLocal()).stream())
                .toList();
    }

    /** Tells the listeners; they ask {@link #getLocalMember} and start or stop routes, slowly. */
    void fire() {
        fireLeadershipChangedEvent(getLeader().orElse(null));
    }

    @Override
    protected void doStop() {
        candidacy.stop();
        candidacy.awaitRelease();
    }
}
