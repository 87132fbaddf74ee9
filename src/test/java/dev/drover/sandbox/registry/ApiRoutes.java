package dev.drover.sandbox.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** Paths and methods of the API. */
final class ApiRoutes {
    private final List<Route> routes = new ArrayList<>();

    private record Route(String method, String[] pattern, Function<ApiRequest, Reply> handler) {
        boolean matches(List<String> segments) {
            if (segments.size() != pattern.length) {
                return false;
            }
            for (int i = 0; i < pattern.length; i++) {
                if (!pattern[i].equals("*") && !pattern[i].equals(segments.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    ApiRoutes(Handlers handlers) {
        Entities entities = handlers.entities();
        all("registered_models", "registered_model", Kind.MODEL, entities);
        all("model_versions", "model_version", Kind.VERSION, entities);
        all("serving_environments", "serving_environment", Kind.ENVIRONMENT, entities);
        all("inference_services", "inference_service", Kind.RECORD, entities);
        add("POST", "registered_models", handlers::createModel);
        add("POST", "model_versions", handlers::createVersion);
        add("POST", "serving_environments", handlers::createEnvironment);
        add("POST", "inference_services", handlers::createRecord);
        for (Map.Entry<String, Kind> path : kinds().entrySet()) {
            add("PATCH", path.getKey() + "/*", it -> handlers.update(path.getValue(), it));
        }
        children("registered_models/*/versions", Kind.VERSION, "registered model", entities);
        add("POST", "registered_models/*/versions", handlers::createVersion);
        children(
                "serving_environments/*/inference_services",
                Kind.RECORD,
                "serving environment",
                entities);
        add("POST", "serving_environments/*/inference_services", handlers::createRecord);
        add("GET", "inference_services/*/model", handlers::modelOf);
        add("GET", "inference_services/*/version", handlers::versionOf);
        children("inference_services/*/serves", Kind.SERVE, "inference service", entities);
        add("POST", "inference_services/*/serves", handlers::addServe);
        children("model_versions/*/artifacts", Kind.ARTIFACT, "model version", entities);
        add("POST", "model_versions/*/artifacts", handlers::createArtifact);
        add("POST", "model_artifacts", handlers::createArtifact);
        add("GET", "model_artifacts/*", it -> entities.get(Kind.ARTIFACT, it));
    }

    private static Map<String, Kind> kinds() {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        kinds.put("registered_models", Kind.MODEL);
        kinds.put("model_versions", Kind.VERSION);
        kinds.put("serving_environments", Kind.ENVIRONMENT);
        kinds.put("inference_services", Kind.RECORD);
        return kinds;
    }

    private void all(String plural, String singular, Kind kind, Entities entities) {
        add("GET", plural, it -> entities.list(kind, it, filter(kind, it)));
        add("GET", plural + "/*", it -> entities.get(kind, it));
        add("GET", singular, it -> entities.find(kind, it.query()));
    }

    private void children(String path, Kind kind, String parent, Entities entities) {
        add(
                "GET",
                path,
                request -> {
                    int id = request.id(parent);
                    return entities.list(
                            kind, request, filter(kind, request).and(it -> it.parent() == id));
                });
    }

    /** Only models and versions look at the filter. */
    private static Predicate<Entity> filter(Kind kind, ApiRequest request) {
        return kind == Kind.MODEL || kind == Kind.VERSION
                ? FilterQuery.parse(kind, request.query().get("filterQuery"))
                : it -> true;
    }

    private void add(String method, String path, Function<ApiRequest, Reply> handler) {
        routes.add(new Route(method, path.split("/", -1), handler));
    }

    /** Answers, or throws what its handler throws. */
    Reply answer(String method, ApiRequest request) {
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            if (route.matches(request.segments())) {
                if (route.method().equals(method)) {
                    return route.handler().apply(request);
                }
                allowed.add(route.method());
            }
        }
        return allowed.isEmpty()
                ? Reply.notFoundText()
                : Reply.empty(405, Map.of("allow", String.join(", ", allowed)));
    }
}
