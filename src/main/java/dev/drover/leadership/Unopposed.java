package dev.drover.leadership;

import java.util.Optional;
import java.util.function.Consumer;

/** The candidacy of a sole replica without leader election: leads while it runs. */
final class Unopposed implements Candidacy {
    private final String identity;
    private final Consumer<LeaseStatus> changed;
    private volatile LeaseStatus status = LeaseStatus.NONE;

    Unopposed(String identity, Consumer<LeaseStatus> changed) {
        this.identity = identity;
        this.changed = changed;
    }

    @Override
    public void start() {
        become(new LeaseStatus(true, Optional.of(identity), 0, ""));
    }

    @Override
    public void stop() {
        become(LeaseStatus.NONE);
    }

    @Override
    public void awaitRelease() {}

    @Override
    public LeaseStatus status() {
        return status;
    }

    @Override
    public boolean mayWrite() {
        return status.leading();
    }

    private void become(LeaseStatus next) {
        status = next;
        changed.accept(next);
    }
}
