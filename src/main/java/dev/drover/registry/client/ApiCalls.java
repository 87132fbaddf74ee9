package dev.drover.registry.client;

import dev.drover.registry.api.Call;
import dev.drover.registry.api.Failure;
import dev.drover.registry.settings.CallBounds;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The calls of one registry, under the version of the API that it serves.
 *
 * @param bounds as they are now
 * @param listener hears of every call
 * @param waits for a slot, instead of failing while there is none
 */
record ApiCalls(
        Requests requests,
        ApiVersions versions,
        Supplier<CallBounds> bounds,
        Consumer<Call> listener,
        boolean waits) {

    /** How long a walk waits for a slot; the calls that hold them have a deadline. */
    private static final Duration WAIT = Duration.ofSeconds(60);

    String registry() {
        return requests.registry();
    }

    int pageSize() {
        return bounds.get().pageSize();
    }

    ApiCalls patient() {
        return new ApiCalls(requests, versions, bounds, listener, true);
    }

    ApiCalls reporting(Consumer<Call> another) {
        return new ApiCalls(requests, versions, bounds, listener.andThen(another), waits);
    }

    /** A call outside of the API. */
    Exchanged unversioned(RegistryCall call) {
        return waits ? requests.sendPatiently(call, listener, WAIT) : requests.send(call, listener);
    }

    /** A call of the API; its version is looked for when it is not known, or not there any more. */
    Exchanged versioned(RegistryCall call) {
        ApiVersions.Found found = versions.current(this::unversioned);
        if (found.failure() != null) {
            return new Exchanged.Lost(of(call, found.failure()));
        }
        Exchanged end =
                unversioned(
                        new RegistryCall(
                                call.registry(),
                                call.operation(),
                                call.method(),
                                found.version().base() + call.target(),
                                call.body()));
        boolean pathUnknown =
                end instanceof Exchanged.Replied replied && replied.reply().pathUnknown();
        return pathUnknown ? unknownPath(call, end) : end;
    }

    /** Says nothing about what was asked for: perhaps this version is gone, or all are. */
    private Exchanged unknownPath(RegistryCall call, Exchanged end) {
        return Optional.ofNullable(versions.probe(this::unversioned).failure())
                .<Exchanged>map(failure -> new Exchanged.Lost(of(call, failure)))
                .orElse(end);
    }

    private static Failure of(RegistryCall call, Failure failure) {
        return new Failure(
                failure.registry(),
                call.operation(),
                failure.reason(),
                failure.code(),
                failure.detail(),
                failure.after());
    }
}
