package dev.drover.routing;

import java.util.Arrays;
import java.util.Optional;

/** What a route file may contain, in the order in which files must be loaded. */
enum Kind {
    TEMPLATE("routeTemplate", "id"),
    ROUTE("route", "id"),
    /** A route made from a template. */
    INSTANCE("templatedRoute", "routeId");

    private final String element;
    private final String idProperty;

    Kind(String element, String idProperty) {
        this.element = element;
        this.idProperty = idProperty;
    }

    /** Its name in Camel's YAML. */
    String element() {
        return element;
    }

    String idProperty() {
        return idProperty;
    }

    static Optional<Kind> of(String element) {
        return Arrays.stream(values()).filter(kind -> kind.element.equals(element)).findFirst();
    }
}
