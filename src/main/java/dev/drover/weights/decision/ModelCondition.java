package dev.drover.weights.decision;

/** How a model is doing: its state and the reason for it, as on the page and in metrics. */
public enum ModelCondition {
    BALANCED("Active", "Balanced"),
    PROVIDER_DOWN("Active", "ProviderDown"),
    ALL_PROVIDERS_DOWN("Active", "AllProvidersDown"),
    NO_FRESH_METRICS("Holding", "NoFreshMetrics"),
    CONTENDED("Holding", "Contended"),
    WRITE_REFUSED("Holding", "WriteRefused"),
    FEWER_THAN_TWO_PROVIDERS("Skipped", "FewerThanTwoProviders"),
    NOTHING_TO_MANAGE("Skipped", "NothingToManage"),
    OWNED_BY_MIGRATION("Skipped", "OwnedByMigration"),
    RELEASED("Skipped", "Released"),
    BEING_DELETED("Skipped", "BeingDeleted"),
    PAUSED("Paused", "Mode"),
    OBSERVING("Observing", "Mode");

    private final String state;
    private final String reason;

    ModelCondition(String state, String reason) {
        this.state = state;
        this.reason = reason;
    }

    /** {@code Active}, {@code Holding}, {@code Skipped}, {@code Paused} or {@code Observing}. */
    public String state() {
        return state;
    }

    /** Why, one CamelCase word. */
    public String reason() {
        return reason;
    }

    /** True when a person has something to mend. */
    boolean warning() {
        return state.equals("Holding") || this == ALL_PROVIDERS_DOWN;
    }

    /** Reason of the Event about this condition. */
    String event() {
        return reason.equals("Mode") ? state : reason;
    }

    /** True when the model is left alone and needs no next look before something changes. */
    public boolean skipped() {
        return state.equals("Skipped");
    }
}
