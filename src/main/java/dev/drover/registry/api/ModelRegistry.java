package dev.drover.registry.api;

import java.util.List;
import java.util.function.Consumer;

/**
 * One Model Registry. Every method makes a few HTTP calls at most, on the calling thread, ends
 * within the registry's deadline for each, and never throws for what the registry does: an answer
 * is what was asked for, a proof that it is not there, or a {@link Failure}.
 *
 * <p>No call is repeated after it may have been carried out. A failed create or change may have
 * been done all the same ({@link Failure#answerLost}): find before creating. With all slots of the
 * registry taken or its breaker open the answer is a failure at once; nothing waits.
 */
public interface ModelRegistry {

    /** Id of the registry: {@code at.<id>}, or {@code <namespace>.<service>}. */
    String id();

    /** The model; absent only after three answers that say so and a healthy registry. */
    Answer<Model> model(String id);

    /** The version; absent only after three answers that say so and a healthy registry. */
    Answer<Version> version(String id);

    /** The environment of exactly this name. */
    Answer<Environment> findEnvironment(String name);

    /**
     * Makes the environment; a {@link Reason#CONFLICT} when somebody else has made it meanwhile.
     */
    Answer<Environment> createEnvironment(String name);

    /**
     * The record with this id. Its absence is not {@linkplain Answer.Absent#authoritative
     * authoritative}: a registry in trouble says the same (Q4).
     */
    Answer<RegistryRecord> record(String id);

    /** The record with exactly this external id; its absence is authoritative. */
    Answer<RegistryRecord> findRecord(String externalId);

    /**
     * The record of exactly this name in the environment. A record of another name, which the
     * registry may return since it takes the name for a pattern (Q5), counts as absent; the absence
     * is authoritative.
     */
    Answer<RegistryRecord> findRecord(String name, String environmentId);

    /**
     * Makes a record. {@link Reason#CONFLICT} when its name or external id is taken, {@link
     * Reason#VANISHED} when the environment is unknown to the registry.
     */
    Answer<RegistryRecord> create(NewRecord record);

    /** Changes a record; {@link Reason#VANISHED} when the registry does not find it. */
    Answer<RegistryRecord> patch(String id, RecordChange change);

    /** Adds to the history of a record. An action of that name that is already there is success. */
    Answer<ServeAction> addServeAction(String recordId, ServeAction action);

    /** All versions of a model, newest first. */
    Answer<List<Version>> versions(String modelId);

    /** All artifacts of a version, in the order of their ids. */
    Answer<List<Artifact>> artifacts(String versionId);

    /**
     * Hands every record of the registry to {@code each}, once a record, in the order of ids as far
     * as the registry can read its own data; see {@link Walk} for what the end means. Waits for a
     * slot between pages, so it belongs on a thread of its own. Stops after the page at hand when
     * the thread is interrupted.
     */
    Walk walk(Consumer<RegistryRecord> each);

    /**
     * Whether the registry says of itself that it is well, which is asked before an absence is
     * believed. Where a gateway exposes only the API, a readable list stands for it.
     */
    Answer<Health> health();

    /** The same registry; {@code listener} hears of every call made through the answer. */
    ModelRegistry reporting(Consumer<Call> listener);
}
