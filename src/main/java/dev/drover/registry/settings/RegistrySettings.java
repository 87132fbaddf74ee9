package dev.drover.registry.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How one registry is reached: the global keys, each overridden by {@code at.<id>.…}.
 *
 * @param tokenFile read again when it changes
 * @param tokenOverHttp the token is sent even where everybody on the way can read it
 * @param caFile authorities besides the JVM's, in PEM form
 * @param insecureTls this registry's certificate is not checked at all
 */
public record RegistrySettings(
        ApiChoice api,
        AddressChoice address,
        Authentication authentication,
        Path tokenFile,
        boolean tokenOverHttp,
        Optional<Path> caFile,
        boolean insecureTls) {

    /** Whether the token goes to this address: never in clear without consent. */
    public boolean sendsTokenTo(BaseUrl address) {
        return authentication == Authentication.TOKEN && (address.encrypted() || tokenOverHttp);
    }
}
