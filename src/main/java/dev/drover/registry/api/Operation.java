package dev.drover.registry.api;

import java.util.Locale;

/** The calls that are made; nothing else is. */
public enum Operation {
    GET_MODEL(false),
    GET_VERSION(false),
    FIND_ENVIRONMENT(false),
    CREATE_ENVIRONMENT(true),
    GET_RECORD(false),
    FIND_RECORD(false),
    CREATE_RECORD(true),
    PATCH_RECORD(true),
    LIST_RECORDS(false),
    ADD_SERVE(true),
    LIST_VERSIONS(false),
    LIST_ARTIFACTS(false),
    HEALTH(false),
    /** Which version of the API is there. */
    PROBE(false);

    private final boolean writes;

    Operation(boolean writes) {
        this.writes = writes;
    }

    public boolean writes() {
        return writes;
    }

    /** As in metrics and log lines: {@code get_record}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
