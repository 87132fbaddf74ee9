package dev.drover.routing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.config.Suggestion;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Calls between routes. Camel notices a call that nobody answers only when it happens, and then
 * waits half a minute for an answer.
 */
final class DirectCalls {
    private static final String SCHEME = "direct:";

    private DirectCalls() {}

    /** A call that two routes would answer, or that none does. */
    static Optional<Failure> check(Collection<RouteDocument> set) {
        Map<String, RouteDocument> answers = new TreeMap<>();
        for (RouteDocument document : set) {
            String start = start(document, set);
            RouteDocument other = start.startsWith(SCHEME) ? answers.put(start, document) : null;
            if (other != null && document.kind() != Kind.TEMPLATE) {
                return Optional.of(twice(start, other, document));
            }
        }
        return unanswered(set, answers.keySet());
    }

    /** The user's one of the two is at fault. */
    private static Failure twice(String start, RouteDocument first, RouteDocument second) {
        RouteDocument user = second.file().builtIn() ? first : second;
        String other = (second.file().builtIn() ? second : first).file().id();
        return new Failure(user, "\"" + start + "\" starts the route " + other + " already", start);
    }

    private static Optional<Failure> unanswered(
            Collection<RouteDocument> set, Set<String> answered) {
        for (RouteDocument document : set) {
            for (EndpointReference endpoint : EndpointReference.in(document)) {
                String uri = endpoint.uri();
                if (uri.startsWith(SCHEME)
                        && !uri.contains("{{")
                        && !uri.contains("${")
                        && !answered.contains(uri)) {
                    return Optional.of(new Failure(document, reason(uri, answered), uri));
                }
            }
        }
        return Optional.empty();
    }

    /** What the route starts with; the parameters of an instance filled in. */
    static String start(RouteDocument document, Collection<RouteDocument> set) {
        if (document.kind() != Kind.INSTANCE) {
            return bare(document.content().path("from").path("uri").asText());
        }
        return set.stream()
                .filter(template -> template.kind() == Kind.TEMPLATE)
                .filter(template -> template.file().id().equals(document.template()))
                .map(template -> template.content().path("from").path("uri").asText())
                .map(uri -> filled(uri, document.content().path("parameters")))
                .findFirst()
                .orElse("");
    }

    private static String filled(String uri, JsonNode parameters) {
        String filled = uri;
        for (JsonNode parameter : parameters) {
            filled =
                    filled.replace(
                            "{{" + parameter.path("name").asText() + "}}",
                            parameter.path("value").asText());
        }
        return bare(filled);
    }

    private static String bare(String uri) {
        return uri.split("\\?", 2)[0];
    }

    private static String reason(String uri, Set<String> answered) {
        return "no route starts with \""
                + uri
                + "\""
                + Suggestion.closest(uri, answered)
                        .map(meant -> "; did you mean \"" + meant + "\"?")
                        .orElse("");
    }
}
