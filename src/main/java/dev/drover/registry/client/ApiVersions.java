package dev.drover.registry.client;

import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.settings.ApiChoice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Which version of the API a registry serves. Found out by asking for a list, since health answers
 * under any path; asked again every hour and when a path was unknown. An answer that proves nothing
 * leaves the question open: there is no fallback. Thread-safe.
 */
final class ApiVersions {
    private static final long KEPT_NANOS = Duration.ofHours(1).toNanos();
    private static final String LIST = "/registered_models?pageSize=1";

    private final String registry;
    private final Supplier<ApiChoice> choice;
    private final LongSupplier nanos;
    private volatile Known known;

    private record Known(ApiVersion version, ApiChoice choice, long foundNanos) {}

    ApiVersions(String registry, Supplier<ApiChoice> choice, LongSupplier nanos) {
        this.registry = registry;
        this.choice = choice;
        this.nanos = nanos;
    }

    /** A version, or why none is known. */
    record Found(ApiVersion version, Failure failure) {
        static Found of(ApiVersion version) {
            return new Found(version, null);
        }
    }

    /** The version to use, asked for with {@code send} when it is not known. */
    Found current(Function<RegistryCall, Exchanged> send) {
        ApiChoice wanted = choice.get();
        if (wanted != ApiChoice.AUTO) {
            return Found.of(ApiVersion.allowed(wanted).get(0));
        }
        Known before = known;
        boolean fresh =
                before != null
                        && before.choice() == wanted
                        && nanos.getAsLong() - before.foundNanos() < KEPT_NANOS;
        return fresh ? Found.of(before.version()) : probe(send);
    }

    /** Asks now. */
    Found probe(Function<RegistryCall, Exchanged> send) {
        ApiChoice wanted = choice.get();
        List<ApiVersion> allowed = ApiVersion.allowed(wanted);
        for (ApiVersion version : allowed) {
            Exchanged end =
                    send.apply(RegistryCall.get(registry, Operation.PROBE, version.base() + LIST));
            Optional<Found> decided = end.fold(reply -> decided(version, reply), this::undecided);
            if (decided.isPresent()) {
                if (decided.get().failure() == null) {
                    known = new Known(version, wanted, nanos.getAsLong());
                }
                return decided.get();
            }
        }
        known = null;
        return new Found(
                null,
                new Failure(
                        registry,
                        Operation.PROBE,
                        Reason.MISCONFIGURED,
                        "404",
                        "no known version of the API is at this address ("
                                + String.join(", ", allowed.stream().map(ApiVersion::base).toList())
                                + ")",
                        Optional.empty()));
    }

    private Optional<Found> decided(ApiVersion version, RegistryReply reply) {
        if (reply.success() && reply.body() != null && reply.body().path("items").isArray()) {
            return Optional.of(Found.of(version));
        }
        if (reply.success()) {
            return undecided(Meaning.unexpected(registry, Operation.PROBE, "not a list"));
        }
        return reply.status() == 404 || reply.status() == 410
                ? Optional.empty()
                : undecided(Meaning.failure(registry, Operation.PROBE, reply));
    }

    private Optional<Found> undecided(Failure failure) {
        return Optional.of(new Found(null, failure));
    }
}
