package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drover.registry.api.Operation;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A path below {@code /api/model_registry}.
 *
 * @param version {@code v1} or {@code v1alpha3}
 * @param segments what follows, decoded as the server does
 */
record ApiPath(String version, List<String> segments) {
    private static final String BASE = "/api/model_registry/";

    /** Empty for every other path. */
    static Optional<ApiPath> parse(String path) {
        if (!path.startsWith(BASE) || path.endsWith("/")) {
            return Optional.empty();
        }
        // the server keeps a path as it was sent when it would have encoded it differently
        boolean kept = path.matches("(?i).*%(2B|2F|24|26|2C|3A|3B|3D|40|7E|5F|2D|2E).*");
        List<String> parts =
                Arrays.stream(path.substring(BASE.length()).split("/", -1))
                        .map(
                                part ->
                                        kept
                                                ? part
                                                : URLDecoder.decode(
                                                        part.replace("+", "%2B"), UTF_8))
                        .toList();
        return parts.size() < 2
                ? Optional.empty()
                : Optional.of(new ApiPath(parts.get(0), parts.subList(1, parts.size())));
    }

    /** Which of Drover's calls this is. */
    Optional<Operation> operation(String method, String rawQuery) {
        String shape =
                method
                        + " "
                        + segments.get(0)
                        + (segments.size() > 1 ? "/*" : "")
                        + (segments.size() > 2 ? "/" + segments.get(2) : "");
        return Optional.ofNullable(
                switch (shape) {
                    case "GET registered_models" -> Operation.PROBE;
                    case "GET registered_models/*" -> Operation.GET_MODEL;
                    case "GET model_versions/*" -> Operation.GET_VERSION;
                    case "GET serving_environment" -> Operation.FIND_ENVIRONMENT;
                    case "POST serving_environments" -> Operation.CREATE_ENVIRONMENT;
                    case "GET inference_services/*" -> Operation.GET_RECORD;
                    case "GET inference_service" -> Operation.FIND_RECORD;
                    case "POST inference_services" -> Operation.CREATE_RECORD;
                    case "PATCH inference_services/*" -> Operation.PATCH_RECORD;
                    case "GET inference_services" -> Operation.LIST_RECORDS;
                    case "POST inference_services/*/serves" -> Operation.ADD_SERVE;
                    case "GET registered_models/*/versions" -> Operation.LIST_VERSIONS;
                    case "GET model_versions/*/artifacts" -> Operation.LIST_ARTIFACTS;
                    default -> null;
                });
    }
}
