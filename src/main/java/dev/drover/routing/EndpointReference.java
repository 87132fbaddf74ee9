package dev.drover.routing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An endpoint that a route file names, with the options of its URI and of {@code parameters}.
 *
 * @param uri without its options
 */
record EndpointReference(String uri, Map<String, String> options) {
    /** Steps that take a bare URI. */
    private static final Set<String> SHORT =
            Set.of("from", "to", "toD", "wireTap", "poll", "interceptSendToEndpoint");

    /** All endpoints of the file whose component is known beforehand. */
    static List<EndpointReference> in(RouteDocument document) {
        List<EndpointReference> found = new ArrayList<>();
        collect(document.content(), found);
        found.removeIf(endpoint -> !endpoint.uri().matches("[a-z][a-z0-9+.-]*:.*"));
        return found;
    }

    String scheme() {
        return uri.substring(0, uri.indexOf(':'));
    }

    private static void collect(JsonNode node, List<EndpointReference> found) {
        if (node.path("uri").isTextual()) {
            found.add(of(node.path("uri").asText(), node.path("parameters")));
        }
        node.fields()
                .forEachRemaining(
                        field -> {
                            if (SHORT.contains(field.getKey()) && field.getValue().isTextual()) {
                                found.add(of(field.getValue().asText(), node.path("none")));
                            }
                        });
        node.forEach(child -> collect(child, found));
    }

    private static EndpointReference of(String text, JsonNode parameters) {
        int query = text.indexOf('?');
        Map<String, String> options = new LinkedHashMap<>();
        if (query >= 0) {
            for (String pair : text.substring(query + 1).split("&")) {
                String[] parts = pair.split("=", 2);
                options.put(parts[0], parts.length < 2 ? "" : parts[1]);
            }
        }
        parameters
                .fields()
                .forEachRemaining(field -> options.put(field.getKey(), field.getValue().asText()));
        return new EndpointReference(query < 0 ? text : text.substring(0, query), options);
    }
}
