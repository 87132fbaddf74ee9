package dev.drover.sandbox.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The kinds of entities, with the words that the server's messages use for them and the fields of
 * their bodies.
 */
enum Kind {
    MODEL(
            "registered model",
            "registered models",
            "registered model",
            "RegisteredModel",
            Table.CONTEXT,
            "state",
            "LIVE",
            List.of("name"),
            List.of(
                    "description",
                    "externalId",
                    "owner",
                    "state",
                    "readme",
                    "maturity",
                    "language",
                    "tasks",
                    "provider",
                    "logo",
                    "license",
                    "licenseLink",
                    "libraryName")),
    VERSION(
            "model version",
            "model versions",
            "model version",
            "ModelVersion",
            Table.CONTEXT,
            "state",
            "LIVE",
            List.of("name", "registeredModelId"),
            List.of("description", "externalId", "author", "state")),
    ENVIRONMENT(
            "serving environment",
            "serving environments",
            "serving environment",
            "ServingEnvironment",
            Table.CONTEXT,
            "",
            "",
            List.of("name"),
            List.of("description", "externalId")),
    RECORD(
            "inference service",
            "inference services",
            "InferenceService",
            "InferenceService",
            Table.CONTEXT,
            "desiredState",
            "DEPLOYED",
            List.of("registeredModelId", "servingEnvironmentId"),
            List.of("description", "externalId", "modelVersionId", "runtime", "desiredState")),
    SERVE(
            "serve model",
            "serve models",
            "serve model",
            "ServeModel",
            Table.EXECUTION,
            "lastKnownState",
            "UNKNOWN",
            List.of("modelVersionId"),
            List.of("description", "externalId", "lastKnownState")),
    ARTIFACT(
            "artifact",
            "artifacts",
            "model artifact",
            "ModelArtifact",
            Table.ARTIFACT,
            "state",
            "UNKNOWN",
            List.of(),
            List.of(
                    "artifactType",
                    "name",
                    "description",
                    "externalId",
                    "uri",
                    "state",
                    "modelFormatName",
                    "modelFormatVersion",
                    "storageKey",
                    "storagePath",
                    "serviceAccountName"));

    /** Where ids and external ids are counted and compared. */
    enum Table {
        CONTEXT,
        EXECUTION,
        ARTIFACT
    }

    final String singular;
    final String plural;
    final String named; // in "no … found for id"
    final String type;
    final Table table;
    final String stateField;
    final String defaultState;
    final List<String> required;
    private final List<String> changeable;

    Kind(
            String singular,
            String plural,
            String named,
            String type,
            Table table,
            String stateField,
            String defaultState,
            List<String> required,
            List<String> changeable) {
        this.singular = singular;
        this.plural = plural;
        this.named = named;
        this.type = type;
        this.table = table;
        this.stateField = stateField;
        this.defaultState = defaultState;
        this.required = required;
        this.changeable = changeable;
    }

    List<String> createFields() {
        List<String> all = new ArrayList<>(required);
        all.addAll(changeable);
        if (!all.contains("name")) {
            all.add("name");
        }
        all.add("customProperties");
        return all;
    }

    List<String> updateFields() {
        List<String> all = new ArrayList<>(changeable);
        all.add("customProperties");
        return all;
    }

    /** Type and accepted words of the state, as its messages call the type. */
    String stateType() {
        return switch (this) {
            case RECORD -> "InferenceServiceState";
            case SERVE -> "ExecutionState";
            default -> type + "State";
        };
    }

    Set<String> states() {
        return switch (this) {
            case RECORD -> Set.of("DEPLOYED", "UNDEPLOYED");
            case SERVE ->
                    Set.of("UNKNOWN", "NEW", "RUNNING", "COMPLETE", "FAILED", "CACHED", "CANCELED");
            case ARTIFACT ->
                    Set.of(
                            "UNKNOWN",
                            "PENDING",
                            "LIVE",
                            "MARKED_FOR_DELETION",
                            "DELETED",
                            "ABANDONED",
                            "REFERENCE");
            default -> Set.of("LIVE", "ARCHIVED");
        };
    }
}
