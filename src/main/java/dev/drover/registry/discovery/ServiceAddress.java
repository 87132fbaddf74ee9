package dev.drover.registry.discovery;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.settings.AddressChoice;
import dev.drover.registry.settings.BaseUrl;
import dev.drover.registry.settings.Domain;
import java.util.Optional;

/**
 * Where the registry behind a Service is.
 *
 * @param trouble why there is no address
 */
record ServiceAddress(Optional<BaseUrl> url, String trouble) {

    static ServiceAddress of(RegistryService service, AddressChoice choice, Domain domain) {
        return switch (choice) {
            case EXTERNAL ->
                    external(service, domain)
                            .orElseGet(
                                    () ->
                                            none(
                                                    service,
                                                    "has no annotation "
                                                            + domain.externalAddressAnnotation()
                                                            + ", and the address must be"
                                                            + " external"));
            case CLUSTER -> cluster(service);
            case AUTO -> external(service, domain).orElseGet(() -> cluster(service));
        };
    }

    /** A malformed annotation is told, not passed over: it would lead somewhere else in silence. */
    private static Optional<ServiceAddress> external(RegistryService service, Domain domain) {
        return service.externalAddress()
                .map(
                        text ->
                                BaseUrl.read("https://" + text.strip())
                                        .map(url -> new ServiceAddress(Optional.of(url), ""))
                                        .orElseGet(
                                                () ->
                                                        none(
                                                                service,
                                                                "has the annotation %s=%s; accepted:"
                                                                                .formatted(
                                                                                        domain
                                                                                                .externalAddressAnnotation(),
                                                                                        Shown.text(
                                                                                                text))
                                                                        + " host, host:port or"
                                                                        + " host:port/path")));
    }

    private static ServiceAddress cluster(RegistryService service) {
        if (service.httpsPort().isPresent()) {
            return inside(service.key(), "https", service.httpsPort().get());
        }
        return service.httpPort()
                .map(port -> inside(service.key(), "http", port))
                .orElseGet(() -> none(service, "has no port named https-api or http-api"));
    }

    private static ServiceAddress inside(ObjectKey service, String scheme, int port) {
        String url =
                "%s://%s.%s.svc.cluster.local:%d"
                        .formatted(scheme, service.name(), service.namespace(), port);
        return new ServiceAddress(BaseUrl.read(url), "");
    }

    private static ServiceAddress none(RegistryService service, String trouble) {
        return new ServiceAddress(Optional.empty(), "Service " + service.key() + " " + trouble);
    }
}
