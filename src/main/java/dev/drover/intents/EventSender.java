package dev.drover.intents;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes Events. Failures come out as exceptions of the client. */
interface EventSender {
    void create(String namespace, ObjectNode event);

    /** False when the Event is not there any more: they expire. */
    boolean patch(String namespace, String name, ObjectNode mergePatch);
}
