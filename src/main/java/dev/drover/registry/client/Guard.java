package dev.drover.registry.client;

import dev.drover.registry.discovery.Registry;
import dev.drover.registry.settings.BaseUrl;
import java.net.URI;
import java.util.Locale;

/** Keeps requests below the base URL of their registry. */
final class Guard {
    private Guard() {}

    /**
     * The absolute address of a call.
     *
     * @throws NotAllowed when it would lead out of the registry
     */
    static URI address(Registry registry, String target) throws NotAllowed {
        try {
            URI address = URI.create(registry.baseUrl() + target);
            if (isBelow(registry.baseUrl(), address)) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // told below, without the text, which may hold anything
        }
        throw new NotAllowed("registry " + registry.id() + ": a call leads out of it");
    }

    /** Same scheme, host and port, and a path below, in a form that nobody can read otherwise. */
    static boolean isBelow(BaseUrl base, URI address) {
        String path = address.getRawPath() == null ? "" : address.getRawPath();
        return base.scheme().equalsIgnoreCase(address.getScheme())
                && address.getHost() != null
                && base.host().equals(address.getHost().toLowerCase(Locale.ROOT))
                && base.port() == port(address)
                && address.getRawUserInfo() == null
                && path.startsWith(base.path() + "/")
                && path.equals(address.normalize().getRawPath())
                && !path.toLowerCase(Locale.ROOT).contains("%2e");
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) {
            return address.getPort();
        }
        return "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
    }
}
