package dev.drover.registry.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import org.apache.camel.component.http.HttpMethods;

/**
 * One call on its way through {@code registry-request}.
 *
 * @param registry id
 * @param target path and query below the registry's base URL, encoded
 * @param body null for a read
 */
record RegistryCall(
        String registry, Operation operation, HttpMethods method, String target, ObjectNode body) {

    static RegistryCall get(String registry, Operation operation, String target) {
        return new RegistryCall(registry, operation, HttpMethods.GET, target, null);
    }

    static RegistryCall post(String registry, Operation operation, String target, ObjectNode body) {
        return new RegistryCall(registry, operation, HttpMethods.POST, target, body);
    }

    static RegistryCall patch(
            String registry, Operation operation, String target, ObjectNode body) {
        return new RegistryCall(registry, operation, HttpMethods.PATCH, target, body);
    }
}
