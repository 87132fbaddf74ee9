package dev.drover.routing;

import dev.drover.config.Suggestion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.CatalogCamelContext;

/** Checks the endpoints of a file against the components on the class path. */
final class EndpointOptions {
    private final CatalogCamelContext catalog;
    private final Collection<String> schemes;
    private final Map<String, Optional<ComponentModel>> models = new HashMap<>();

    /**
     * @param schemes components to suggest when one is not found
     */
    EndpointOptions(CamelContext context, Collection<String> schemes) {
        this.catalog = (CatalogCamelContext) context;
        this.schemes = schemes;
    }

    void check(RouteDocument document) throws RejectedException {
        for (EndpointReference endpoint : EndpointReference.in(document)) {
            Optional<ComponentModel> model = models.computeIfAbsent(endpoint.scheme(), this::model);
            if (model.isEmpty()) {
                throw new RejectedException(
                        "no component \""
                                + endpoint.scheme()
                                + "\""
                                + Suggestion.closest(endpoint.scheme(), schemes)
                                        .map(meant -> "; did you mean \"" + meant + "\"?")
                                        .orElse(""));
            }
            model.get().check(endpoint.options());
        }
    }

    private Optional<ComponentModel> model(String scheme) {
        try {
            return Optional.ofNullable(catalog.getComponentParameterJsonSchema(scheme))
                    .map(json -> ComponentModel.of(scheme, json));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the metadata of " + scheme, e);
        }
    }
}
