package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One stored change. {@code object} is the state after it (of a deletion: the last one), {@code
 * previous} the state before it or null.
 */
record Change(long revision, Type type, Store.Key key, ObjectNode object, ObjectNode previous) {
    enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }
}
