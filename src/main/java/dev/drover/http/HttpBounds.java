package dev.drover.http;

import dev.drover.config.Network;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What a call may do at most. Each is asked again for every request, so an edit of the
 * configuration needs no new client.
 *
 * @param connect to make a connection, TLS included
 * @param response without a byte from the server
 * @param deadline from name resolution to the last byte of the body
 * @param maxBodyBytes of an answer, as they are sent
 * @param targets what may be asked; everything else is refused before a connection is made, whoever
 *     made the request
 * @param deniedNetworks addresses that are never contacted
 * @param maxRedirects followed, to the same scheme, host and port
 */
public record HttpBounds(
        Supplier<Duration> connect,
        Supplier<Duration> response,
        Supplier<Duration> deadline,
        LongSupplier maxBodyBytes,
        Predicate<URI> targets,
        Supplier<List<Network>> deniedNetworks,
        IntSupplier maxRedirects) {

    /** Any target and body size; the deadline bounds every part of a call. */
    public HttpBounds(
            Supplier<Duration> deadline,
            Supplier<List<Network>> deniedNetworks,
            IntSupplier maxRedirects) {
        this(
                deadline,
                deadline,
                deadline,
                () -> Long.MAX_VALUE,
                target -> true,
                deniedNetworks,
                maxRedirects);
    }
}
