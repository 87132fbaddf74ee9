package dev.drover.routing;

import java.util.List;

/** A small set of built-in routes in the form of the real ones. */
final class BuiltIn {
    static final RouteFile ACT =
            file(
                    "common",
                    "act",
                    """
                    - routeTemplate:
                        id: act
                        parameters:
                          - { name: flow, description: "which flow" }
                        from:
                          uri: "direct:{{flow}}-act"
                          steps:
                            - process: { id: write, ref: "{{flow}}-write" }
                    """);
    static final RouteFile WEIGHTS_ACT =
            file(
                    "weights",
                    "weights-act",
                    """
                    - templatedRoute:
                        routeTemplateRef: act
                        routeId: weights-act
                        prefixId: weights-act-
                        parameters:
                          - { name: flow, value: weights }
                    """);
    static final RouteFile WEIGHTS_RECONCILE =
            file(
                    "weights",
                    "weights-reconcile",
                    """
                    - route:
                        id: weights-reconcile
                        nodePrefixId: weights-reconcile-
                        routePolicy: weights-leader
                        from:
                          uri: "timer:weights-reconcile"
                          parameters: { period: 1000 }
                          steps:
                            - process: { id: decide, ref: weights-calculator }
                            - to: { id: act, uri: "direct:weights-act" }
                    """);
    static final RouteFile REGISTRY_SYNC =
            file(
                    "registry",
                    "registry-sync",
                    """
                    - route:
                        id: registry-sync
                        from:
                          uri: "direct:registry-sync"
                          steps:
                            - process: { id: sync, ref: registry-sync }
                    """);
    static final List<RouteFile> ALL = List.of(ACT, WEIGHTS_ACT, WEIGHTS_RECONCILE, REGISTRY_SYNC);

    private BuiltIn() {}

    private static RouteFile file(String flow, String id, String content) {
        return new RouteFile(
                id, flow, "classpath:routes/" + flow + "/" + id + ".camel.yaml", content, true);
    }
}
