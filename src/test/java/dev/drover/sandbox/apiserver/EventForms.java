package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Events have two forms of one object: the core one, which is stored, and that of events.k8s.io.
 * Both show the same Event under either path.
 */
final class EventForms {
    static final String CORE = "/events";
    static final String GROUP = "events.k8s.io";

    /** Members by their name in the core form. */
    private static final Map<String, String> NAMES =
            Map.of(
                    "involvedObject", "regarding",
                    "message", "note",
                    "count", "deprecatedCount",
                    "firstTimestamp", "deprecatedFirstTimestamp",
                    "lastTimestamp", "deprecatedLastTimestamp",
                    "source", "deprecatedSource",
                    "reportingComponent", "reportingController");

    private EventForms() {}

    /** The stored form of what came in under {@code group}. */
    static void toCore(ObjectNode event, String group) {
        if (group.equals(GROUP)) {
            NAMES.forEach((core, grouped) -> rename(event, grouped, core));
            event.put("apiVersion", "v1");
        }
    }

    /** A stored Event as {@code group} shows it. */
    static ObjectNode from(ObjectNode stored, String group) {
        if (!group.equals(GROUP)) {
            return stored;
        }
        ObjectNode event = stored.deepCopy();
        NAMES.forEach((core, grouped) -> rename(event, core, grouped));
        return event.put("apiVersion", GROUP + "/v1");
    }

    private static void rename(ObjectNode object, String from, String to) {
        JsonNode value = object.remove(from);
        if (value != null) {
            object.set(to, value);
        }
    }
}
