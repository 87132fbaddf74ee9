package dev.drover.routing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.CamelContext;

/**
 * Decides which of a user's files may replace or join the built-in ones. Each is checked alone
 * (YAML, schema, endpoints, what it replaces), then all together in a {@link Trial}; a file that
 * fails is left out and the rest is tried again. Nothing of the real context changes.
 */
final class RouteCheck {
    private final CamelContext context;
    private final Map<String, RouteDocument> builtIn = new LinkedHashMap<>();
    private final List<Rejection> rejections = new ArrayList<>();

    RouteCheck(CamelContext context, Collection<RouteFile> builtIn) {
        this.context = context;
        for (RouteFile file : builtIn) {
            try {
                this.builtIn.put(file.id(), RouteDocument.of(file));
            } catch (RejectedException e) {
                throw new IllegalStateException(file.location() + ": " + e.getMessage(), e);
            }
        }
    }

    /** The complete set in the order of loading: what the user may replace is replaced. */
    List<RouteFile> check(Collection<RouteFile> users) {
        Map<String, RouteDocument> accepted = new LinkedHashMap<>();
        YamlSchema schema = new YamlSchema();
        EndpointOptions options = new EndpointOptions(context, schemes());
        for (RouteFile file : users) {
            try {
                RouteDocument document = RouteDocument.of(file);
                schema.check(document);
                options.check(document);
                mayReplace(document);
                accepted.put(file.id(), document);
            } catch (RejectedException e) {
                rejections.add(new Rejection(file.name(), e.getMessage()));
            }
        }
        while (!accepted.isEmpty()) {
            Optional<Failure> failure = together(set(accepted));
            if (failure.isEmpty()) {
                break;
            }
            RouteDocument culprit = culprit(failure.get(), accepted);
            accepted.remove(culprit.file().id());
            rejections.add(new Rejection(culprit.file().name(), reason(failure.get(), culprit)));
        }
        return set(accepted).stream().map(RouteDocument::file).toList();
    }

    List<Rejection> rejections() {
        return rejections;
    }

    private Set<String> schemes() {
        Set<String> schemes = new TreeSet<>(List.of("direct", "http", "https", "log", "timer"));
        builtIn.values()
                .forEach(
                        document ->
                                EndpointReference.in(document)
                                        .forEach(endpoint -> schemes.add(endpoint.scheme())));
        return schemes;
    }

    private void mayReplace(RouteDocument document) throws RejectedException {
        RouteDocument replaced = builtIn.get(document.file().id());
        if (replaced == null) {
            return;
        }
        boolean template = document.kind() == Kind.TEMPLATE;
        if (template != (replaced.kind() == Kind.TEMPLATE)) {
            throw new RejectedException(
                    String.format(
                            "is a %s, the built-in one is a %s",
                            document.kind().element(), replaced.kind().element()));
        }
        for (String policy : replaced.policies()) {
            if (!document.policies().contains(policy)) {
                throw new RejectedException(
                        String.format(
                                "\"routePolicy: %s\" of the built-in route is missing; without it"
                                        + " every replica would run the route",
                                policy));
            }
        }
        KeptSteps.check(document, replaced);
    }

    private List<RouteDocument> set(Map<String, RouteDocument> accepted) {
        Map<String, RouteDocument> set = new LinkedHashMap<>(builtIn);
        set.putAll(accepted);
        return set.values().stream().sorted(Comparator.comparing(RouteDocument::kind)).toList();
    }

    private Optional<Failure> together(List<RouteDocument> set) {
        Optional<Failure> calls = DirectCalls.check(set);
        if (calls.isPresent()) {
            return calls;
        }
        try (Trial trial = new Trial(context)) {
            return trial.load(set);
        }
    }

    /**
     * The user's file that the failure shows at; else the user's template that the failing route is
     * made from; else the one that took away what is missing; else the last one that was loaded.
     */
    private RouteDocument culprit(Failure failure, Map<String, RouteDocument> accepted) {
        RouteDocument at = failure.at();
        if (accepted.containsKey(at.file().id())) {
            return at;
        }
        if (at.kind() == Kind.INSTANCE && accepted.containsKey(at.template())) {
            return accepted.get(at.template());
        }
        List<RouteDocument> candidates =
                accepted.values().stream()
                        .sorted(Comparator.comparing(RouteDocument::kind))
                        .toList();
        return candidates.stream()
                .filter(user -> builtIn.containsKey(user.file().id()))
                .filter(
                        user ->
                                DirectCalls.start(builtIn.get(user.file().id()), builtIn.values())
                                        .equals(failure.subject()))
                .findFirst()
                .orElse(candidates.get(candidates.size() - 1));
    }

    private static String reason(Failure failure, RouteDocument culprit) {
        return failure.at().equals(culprit)
                ? failure.reason()
                : failure.at().file().id() + ": " + failure.reason();
    }
}
