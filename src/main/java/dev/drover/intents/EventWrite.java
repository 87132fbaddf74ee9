package dev.drover.intents;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * One write of an Event: its creation, or the new count of its series.
 *
 * @param create false when the Event is there and only its count rises
 * @param name of the Event object
 * @param flow whose it is
 * @param notice what it is about
 * @param note its text, which the API does not let change later
 * @param count how often it was recorded so far, this time included
 */
record EventWrite(boolean create, String name, String flow, Notice notice, String note, int count) {
    static final int NOTE_BYTES = 1024;
    private static final int NAME_LENGTH = 253;
    private static final int WORD_LENGTH = 128;
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** A DNS subdomain that begins with the object's name, as client-go names Events. */
    static String name(String regarding, String suffix) {
        int room = NAME_LENGTH - 1 - suffix.length();
        String begin = regarding.length() <= room ? regarding : regarding.substring(0, room);
        return begin.replaceAll("[^a-z0-9]+$", "") + "." + suffix;
    }

    /** Events of cluster-scoped objects live in {@code default}. */
    String namespace() {
        String namespace = notice.regarding().namespace();
        return namespace == null || namespace.isEmpty() ? "default" : namespace;
    }

    /** The whole object, for a create. */
    ObjectNode document(String instance, Instant at) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("apiVersion", "events.k8s.io/v1").put("kind", "Event");
        event.putObject("metadata").put("namespace", namespace()).put("name", name);
        event.put("eventTime", MICROS.format(at));
        event.put("reportingController", "drover.dev/" + flow);
        event.put("reportingInstance", word(instance));
        event.put("action", word(notice.action()));
        event.put("reason", word(notice.reason()));
        event.put("type", notice.type() == Notice.Type.WARNING ? "Warning" : "Normal");
        event.put("note", cut(note, NOTE_BYTES));
        event.set("regarding", regarding());
        if (count > 1) { // the API wants at least 2
            event.set("series", series(at));
        }
        return event;
    }

    /** Merge patch that makes the count known. */
    ObjectNode patch(Instant at) {
        return JsonNodeFactory.instance.objectNode().set("series", series(at));
    }

    private ObjectNode series(Instant at) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("count", count)
                .put("lastObservedTime", MICROS.format(at));
    }

    private ObjectNode regarding() {
        ObjectNode reference = JsonNodeFactory.instance.objectNode();
        Notice.ObjectReference object = notice.regarding();
        reference.put("apiVersion", object.apiVersion()).put("kind", object.kind());
        if (object.namespace() != null && !object.namespace().isEmpty()) {
            reference.put("namespace", object.namespace());
        }
        reference.put("name", object.name());
        if (object.uid() != null) {
            reference.put("uid", object.uid());
        }
        return reference;
    }

    private static String word(String text) {
        return text.length() <= WORD_LENGTH ? text : text.substring(0, WORD_LENGTH);
    }

    /** At most so many bytes of UTF-8, cut between characters, the cut shown by an ellipsis. */
    static String cut(String text, int bytes) {
        if (text.getBytes(StandardCharsets.UTF_8).length <= bytes) {
            return text;
        }
        int room = bytes - "…".getBytes(StandardCharsets.UTF_8).length;
        int end = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            room -= Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
            if (room < 0) {
                break;
            }
            end += Character.charCount(character);
        }
        return text.substring(0, end) + "…";
    }
}
