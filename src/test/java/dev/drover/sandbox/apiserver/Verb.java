package dev.drover.sandbox.apiserver;

import java.util.Locale;

/** Verbs as RBAC rules name them. */
public enum Verb {
    GET,
    LIST,
    WATCH,
    CREATE,
    UPDATE,
    PATCH,
    DELETE,
    DELETECOLLECTION;

    /** As RBAC and the audit log write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** True if it can change anything. */
    public boolean writes() {
        return this != GET && this != LIST && this != WATCH;
    }
}
