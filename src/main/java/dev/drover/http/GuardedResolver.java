package dev.drover.http;

import dev.drover.config.Network;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Leaves out addresses of denied networks. HttpClient connects to what this returns, so a name that
 * changes its address between check and connect gains nothing; literal addresses pass here too.
 */
public final class GuardedResolver implements DnsResolver {
    private final Supplier<List<Network>> denied;

    /**
     * @param denied asked again for every name
     */
    public GuardedResolver(Supplier<List<Network>> denied) {
        this.denied = denied;
    }

    /**
     * The allowed addresses of a name or literal address, at least one.
     *
     * @throws AddressDenied when all of them are denied
     */
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] all = SystemDefaultDnsResolver.INSTANCE.resolve(host);
        List<Network> networks = denied.get();
        InetAddress[] allowed =
                Arrays.stream(all)
                        .filter(address -> networks.stream().noneMatch(n -> n.contains(address)))
                        .toArray(InetAddress[]::new);
        if (allowed.length == 0) {
            throw new AddressDenied(host, all);
        }
        return allowed;
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return SystemDefaultDnsResolver.INSTANCE.resolveCanonicalHostname(host);
    }
}
