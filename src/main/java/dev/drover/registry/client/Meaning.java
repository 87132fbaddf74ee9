package dev.drover.registry.client;

import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import java.util.Optional;

/** What an answer that is no success means. */
final class Meaning {
    private Meaning() {}

    /** Whether the registry says, in its own form, that there is no such thing. */
    static boolean saysAbsent(RegistryReply reply) {
        return reply.status() == 404 && reply.error().isPresent();
    }

    /** Whether its absence here cannot be trouble with its database, which answers otherwise. */
    static boolean isAuthoritative(Operation operation) {
        return operation == Operation.FIND_RECORD || operation == Operation.FIND_ENVIRONMENT;
    }

    static Failure failure(String registry, Operation operation, RegistryReply reply) {
        return new Failure(
                registry,
                operation,
                reason(operation, reply),
                String.valueOf(reply.status()),
                reply.detail(),
                reply.retryAfter());
    }

    private static Reason reason(Operation operation, RegistryReply reply) {
        int status = reply.status();
        if (status / 100 == 3 || status == 405) {
            return Reason.MISCONFIGURED;
        }
        return switch (status) {
            case 401 -> Reason.UNAUTHORIZED;
            case 403 -> Reason.FORBIDDEN;
            case 404 -> notFound(operation, reply);
            case 409 -> operation.writes() ? Reason.CONFLICT : Reason.UNAVAILABLE;
            case 408, 410, 425, 429 -> Reason.UNAVAILABLE;
            default ->
                    operation.writes() && status / 100 == 4
                            ? Reason.REJECTED
                            : Reason.UNAVAILABLE; // our reads are well-formed
        };
    }

    private static Reason notFound(Operation operation, RegistryReply reply) {
        boolean refersToSomething =
                operation == Operation.CREATE_RECORD
                        || operation == Operation.PATCH_RECORD
                        || operation == Operation.ADD_SERVE;
        return refersToSomething && reply.error().isPresent()
                ? Reason.VANISHED
                : Reason.UNAVAILABLE;
    }

    /** A success that is not what was asked for. */
    static Failure unexpected(String registry, Operation operation, String what) {
        return new Failure(
                registry,
                operation,
                Reason.UNAVAILABLE,
                "body",
                "unexpected answer: " + what,
                Optional.empty());
    }
}
