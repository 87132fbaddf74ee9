package dev.drover.http;

import dev.drover.config.Network;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * What a call may do at most. Each is asked again for every request, so an edit of the
 * configuration needs no new client.
 *
 * @param deadline from name resolution to the last byte of the body
 * @param deniedNetworks addresses that are never contacted
 * @param maxRedirects followed, to the same scheme, host and port
 */
public record HttpBounds(
        Supplier<Duration> deadline,
        Supplier<List<Network>> deniedNetworks,
        IntSupplier maxRedirects) {}
