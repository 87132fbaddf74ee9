package dev.drover.registry.client;

import dev.drover.registry.settings.ApiChoice;
import java.util.List;

/** The versions of the REST API that are known; same calls and bodies, other path. */
enum ApiVersion {
    V1("v1"),
    V1ALPHA3("v1alpha3");

    private final String segment;

    ApiVersion(String segment) {
        this.segment = segment;
    }

    /** In front of the path of a call. */
    String base() {
        return "/api/model_registry/" + segment;
    }

    /** Those that may be used, in order of preference. */
    static List<ApiVersion> allowed(ApiChoice choice) {
        return switch (choice) {
            case AUTO -> List.of(V1, V1ALPHA3);
            case V1 -> List.of(V1);
            case V1ALPHA3 -> List.of(V1ALPHA3);
        };
    }
}
