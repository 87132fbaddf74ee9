package dev.drover.registry.settings;

import dev.drover.registry.api.DesiredState;

/** What the record of a stopped workload says. */
public enum Stopped {
    DEPLOYED(DesiredState.DEPLOYED),
    UNDEPLOYED(DesiredState.UNDEPLOYED);

    private final DesiredState state;

    Stopped(DesiredState state) {
        this.state = state;
    }

    public DesiredState state() {
        return state;
    }
}
