package dev.drover.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Registry;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.junit.jupiter.api.AfterEach;

/** A context with the component, before an API server that knows a kind of ours: widgets. */
abstract class ResourcesTestSupport extends CamelTestSupport {
    static final String WIDGETS = "tests.example.com/v1/widgets";

    private static final String CRD =
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: { name: widgets.tests.example.com }
            spec:
              group: tests.example.com
              scope: Namespaced
              names: { kind: Widget, listKind: WidgetList, plural: widgets, singular: widget }
              versions:
                - name: v1
                  served: true
                  storage: true
                  subresources: { status: {} }
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec:
                          type: object
                          properties:
                            size: { type: integer, minimum: 0 }
                            colour: { type: string }
                        status:
                          type: object
                          properties:
                            phase: { type: string }
            """;

    final ApiServerDouble api = ApiServerDouble.start().install(CRD);

    {
        api.create("{apiVersion: v1, kind: Namespace, metadata: {name: team-a}}");
    }

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final KubernetesClient client = api.client();

    @Override
    protected void bindToRegistry(Registry registry) throws Exception {
        registry.bind("kubernetes", client);
        registry.bind("meters", meters);
    }

    @AfterEach
    void closeServer() {
        client.close();
        api.close();
    }

    ResourcesComponent component() {
        return context.getComponent("kubernetes-resources", ResourcesComponent.class);
    }

    ObjectNode widget(String name) {
        return api.create(
                        """
                        apiVersion: tests.example.com/v1
                        kind: Widget
                        metadata: { name: %s, namespace: team-a }
                        spec: { size: 1 }
                        """
                                .formatted(name))
                .get(0);
    }

    void edit(String name, int size) {
        api.patch("widgets", "team-a", name, "{\"spec\":{\"size\":" + size + "}}");
    }

    int sizeOf(String name) {
        return api.get("widgets", "team-a", name).orElseThrow().at("/spec/size").asInt();
    }

    /** Sends to an endpoint; what it throws is on the exchange. */
    Exchange send(String uri, Object body, Map<String, Object> headers) {
        return template.send(
                uri,
                exchange -> {
                    exchange.getMessage().setBody(body);
                    exchange.getMessage().setHeaders(new HashMap<>(headers));
                });
    }

    static Map<String, Object> key(String name) {
        return Map.of(ResourcesConstants.NAMESPACE, "team-a", ResourcesConstants.NAME, name);
    }
}
