package dev.drover.intents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import java.util.Optional;

/**
 * One write that the act route performs. Decisions produce an ordered list of them; the first
 * failure ends the list.
 *
 * <p>{@code resource} reads like the path of a {@code kubernetes-resources} endpoint, for example
 * {@code inference.opendatahub.io/v1alpha1/externalmodels}.
 */
public sealed interface Intent
        permits Intent.Create, Intent.JsonPatch, Intent.MergePatch, Intent.Delete, Intent.Call {
    /**
     * As the flow's page calls it: {@code PatchWeights}, {@code CreateJob}. Also the action of its
     * Event.
     */
    String name();

    /** Group, version and plural of the written object, or the name of the called service. */
    String resource();

    ObjectKey target();

    /** Why and what, for the log line, the Event and the metrics. */
    Account account();

    /**
     * For metrics: {@code create}, {@code jsonPatch}, {@code mergePatch}, {@code delete}, {@code
     * call}.
     */
    String operation();

    /** What is sent; null for a delete. */
    JsonNode document();

    /**
     * What is told about a write.
     *
     * @param reason one word for metrics, for example {@code load}
     * @param summary the INFO line without the object's key, for example {@code Weights: cluster-b
     *     50->6 …}
     * @param notice the Kubernetes Event to send once the write is done
     * @param level of that line
     */
    record Account(String reason, String summary, Optional<Notice> notice, Level level) {
        public Account(String reason, String summary, Optional<Notice> notice) {
            this(reason, summary, notice, Level.INFO);
        }
    }

    /** How loudly a write is told. */
    enum Level {
        DEBUG,
        INFO,
        WARN
    }

    /** What an object that is there already means to a {@link Create}. */
    enum Existing {
        /** As good as created: the list goes on. */
        ACCEPTED,
        /**
         * It may be somebody else's: the list ends, and the next decision, started at once, finds
         * its metadata in the ledger.
         */
        JUDGED
    }

    /** Creates {@code object}, unless one of that name exists. */
    record Create(
            String name,
            String resource,
            ObjectKey target,
            ObjectNode object,
            Existing existing,
            Account account)
            implements Intent {
        /** An existing object is left to the next decision. */
        public Create(
                String name,
                String resource,
                ObjectKey target,
                ObjectNode object,
                Account account) {
            this(name, resource, target, object, Existing.JUDGED, account);
        }

        @Override
        public String operation() {
            return "create";
        }

        @Override
        public JsonNode document() {
            return object;
        }
    }

    /** RFC 6902; {@code subresource} is empty or {@code status}. */
    record JsonPatch(
            String name,
            String resource,
            ObjectKey target,
            String subresource,
            ArrayNode patch,
            Account account)
            implements Intent {
        @Override
        public String operation() {
            return "jsonPatch";
        }

        @Override
        public JsonNode document() {
            return patch;
        }
    }

    /** RFC 7386; {@code subresource} is empty or {@code status}. */
    record MergePatch(
            String name,
            String resource,
            ObjectKey target,
            String subresource,
            ObjectNode patch,
            Account account)
            implements Intent {
        @Override
        public String operation() {
            return "mergePatch";
        }

        @Override
        public JsonNode document() {
            return patch;
        }
    }

    /** Deletes the object only if it still has this UID. */
    record Delete(String name, String resource, ObjectKey target, String uid, Account account)
            implements Intent {
        @Override
        public String operation() {
            return "delete";
        }

        @Override
        public JsonNode document() {
            return null;
        }
    }

    /**
     * Calls a route or bean ({@code endpoint}, for example {@code bean:registry-write}) with {@code
     * body}. What it leaves as body is the answer; later intents may refer to it.
     *
     * @param resource name of the called service, for metrics
     * @param target the object on whose behalf
     */
    record Call(
            String name,
            String resource,
            ObjectKey target,
            String endpoint,
            JsonNode body,
            Account account)
            implements Intent {
        @Override
        public String operation() {
            return "call";
        }

        @Override
        public JsonNode document() {
            return body;
        }
    }
}
