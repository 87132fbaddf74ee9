package dev.drover.config;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The variables that the kubelet sets for Services of the namespace: a Service {@code drover} gives
 * {@code DROVER_PORT=tcp://10.0.0.1:8778}, one called {@code drover-status} even the name of a key,
 * {@code DROVER_STATUS_PORT}. None of them is anybody's configuration.
 */
final class ServiceLinks {
    private static final String HOST = "_SERVICE_HOST";
    private static final Pattern REST =
            Pattern.compile("SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_.+)?)?");
    private static final Pattern LINK = Pattern.compile("(tcp|udp|sctp)://.*");

    private final Set<String> services;

    ServiceLinks(Map<String, String> environment) {
        services =
                environment.keySet().stream()
                        .filter(name -> name.startsWith("DROVER") && name.endsWith(HOST))
                        .map(name -> name.substring(0, name.length() - HOST.length()))
                        .collect(Collectors.toSet());
        services.add("DROVER");
    }

    /** Whether the kubelet would set this variable. */
    boolean contain(String name) {
        return services.stream()
                .filter(service -> name.startsWith(service + "_"))
                .anyMatch(service -> REST.matcher(name.substring(service.length() + 1)).matches());
    }

    /** Whether the value of a variable that is also a key is the kubelet's, not a user's. */
    boolean contain(String name, String value) {
        return contain(name) && LINK.matcher(value).matches();
    }
}
