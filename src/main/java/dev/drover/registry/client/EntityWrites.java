package dev.drover.registry.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Reason;
import java.util.function.Function;
import java.util.function.Predicate;

/** What writes to a registry have in common. Each is sent once. */
final class EntityWrites {
    private final ApiCalls calls;
    private final EntityReads reads;

    EntityWrites(ApiCalls calls, EntityReads reads) {
        this.calls = calls;
        this.reads = reads;
    }

    /**
     * Sends it; what it left in the registry.
     *
     * @param asked whether that is what was to be written
     */
    <T> Answer<T> write(RegistryCall call, Function<JsonNode, T> reader, Predicate<T> asked) {
        Answer<T> answer =
                calls.versioned(call)
                        .fold(
                                reply ->
                                        reply.success()
                                                ? reads.read(
                                                        call.operation(),
                                                        reply.body(),
                                                        reader,
                                                        asked)
                                                : new Answer.Failed<>(
                                                        Meaning.failure(
                                                                calls.registry(),
                                                                call.operation(),
                                                                reply)),
                                Answer.Failed::new);
        return answer.failure()
                .filter(it -> it.reason() == Reason.REJECTED)
                .<Answer<T>>map(it -> new Answer.Failed<>(rejected(it)))
                .orElse(answer);
    }

    /** A registry in trouble refuses what it would take otherwise. */
    private Failure rejected(Failure rejected) {
        return reads.health() instanceof Answer.Found
                ? rejected
                : new Failure(
                        rejected.registry(),
                        rejected.operation(),
                        Reason.UNAVAILABLE,
                        rejected.code(),
                        rejected.detail(),
                        rejected.after());
    }
}
