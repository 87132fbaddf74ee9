package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.NewRecord;
import dev.drover.registry.api.RecordChange;
import dev.drover.registry.api.ServeAction;

/**
 * Registry writes as intents. The body of each call is {@code {"write": RegistryWrite,
 * "environment": id, "record": id}}; the two ids may be references to earlier results. The answer
 * to a call is {@code {"id": …}}.
 */
public final class RegistryCalls {
    /** Bean that carries them out. */
    public static final String ENDPOINT = "bean:registry-write";

    public static final String WRITE = "write";
    public static final String ENVIRONMENT = "environment";
    public static final String RECORD = "record";

    static final String CREATE_ENVIRONMENT = "CreateEnvironment";
    static final String CREATE_RECORD = "CreateRecord";
    static final String PATCH_RECORD = "PatchRecord";
    static final String ADD_SERVE = "AddServe";

    /** Pointer to the id in an answer. */
    static final String ID = "/id";

    private static final String SERVICE = "registry";

    private RegistryCalls() {}

    static Intent createEnvironment(
            String registry, ObjectKey target, String name, Intent.Account account) {
        return call(
                CREATE_ENVIRONMENT,
                target,
                body(new RegistryWrite.CreateEnvironment(registry, name)),
                account);
    }

    static Intent createRecord(
            String registry,
            ObjectKey target,
            NewRecord record,
            Reference environment,
            Intent.Account account) {
        ObjectNode body = body(new RegistryWrite.CreateRecord(registry, record));
        body.set(ENVIRONMENT, environment.node());
        return call(CREATE_RECORD, target, body, account);
    }

    static Intent patchRecord(
            String registry,
            ObjectKey target,
            String id,
            RecordChange change,
            Intent.Account account) {
        return call(
                PATCH_RECORD,
                target,
                body(new RegistryWrite.PatchRecord(registry, id, change)),
                account);
    }

    static Intent addServe(
            String registry,
            ObjectKey target,
            Reference record,
            ServeAction action,
            Intent.Account account) {
        ObjectNode body = body(new RegistryWrite.AddServe(registry, action));
        body.set(RECORD, record.node());
        return call(ADD_SERVE, target, body, account);
    }

    private static ObjectNode body(RegistryWrite write) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putPOJO(WRITE, write);
        return body;
    }

    private static Intent call(
            String name, ObjectKey target, JsonNode body, Intent.Account account) {
        return new Intent.Call(name, SERVICE, target, ENDPOINT, body, account);
    }
}
