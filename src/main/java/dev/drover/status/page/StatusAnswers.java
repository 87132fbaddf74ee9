package dev.drover.status.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.status.FlowObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which path is answered with what. */
final class StatusAnswers {
    /** Stands for the namespace of a cluster-scoped object. */
    private static final String CLUSTER = "_";

    private final StatusSource source;
    private final StatusTree tree;
    private final StatusHtml html = new StatusHtml();

    StatusAnswers(StatusSource source) {
        this.source = source;
        this.tree = new StatusTree(source);
    }

    /**
     * @param path as requested, percent-decoded, without the query
     * @param query its parameters, decoded
     */
    StatusAnswer answer(String path, Map<String, String> query) {
        List<String> parts = List.of(path.replaceAll("^/+|/+$", "").split("/"));
        if (path.replace("/", "").isEmpty()) {
            return new StatusAnswer.Page(200, html.overview(source.flows(), tree, query));
        }
        if (parts.size() == 4 && parts.get(0).equals("objects")) {
            return explained(parts.get(1), key(parts.get(2), parts.get(3)));
        }
        if (parts.size() < 3 || !parts.get(0).equals("api") || !parts.get(1).equals("v1")) {
            return unknown(path);
        }
        return api(path, parts.subList(2, parts.size()), query);
    }

    private StatusAnswer api(String path, List<String> parts, Map<String, String> query) {
        if (parts.size() == 1) {
            return switch (parts.get(0)) {
                case "flows" -> ok(tree.flows(source.flows()));
                case "config" -> ok(tree.configuration());
                case "routes" -> ok(tree.routes());
                case "debug" -> ok(tree.debug());
                default -> unknown(path);
            };
        }
        if (!parts.get(0).equals("flows") || parts.size() > 5) {
            return unknown(path);
        }
        String flow = parts.get(1);
        Optional<FlowStatus> found = status(flow);
        if (found.isEmpty()) {
            return new StatusAnswer.Tree(
                    404,
                    tree.error(
                            "the flow " + flow + " does not run in this process",
                            "flows that run: drover.flows; they are listed at /api/v1/flows"));
        }
        if (parts.size() == 2) {
            return ok(tree.flow(found.get()));
        }
        if (!parts.get(2).equals("objects") || parts.size() == 4) {
            return unknown(path);
        }
        return parts.size() == 3
                ? ok(tree.objects(found.get(), query))
                : explain(flow, key(parts.get(3), parts.get(4)));
    }

    private StatusAnswer explain(String flow, ObjectKey object) {
        return tree.explain(flow, object)
                .<StatusAnswer>map(StatusAnswers::ok)
                .orElseGet(() -> new StatusAnswer.Tree(404, notKnown(flow, object)));
    }

    private StatusAnswer explained(String flow, ObjectKey object) {
        Optional<JsonNode> found = tree.explain(flow, object);
        return new StatusAnswer.Page(
                found.isPresent() ? 200 : 404,
                html.object(flow, object, found.orElseGet(() -> notKnown(flow, object))));
    }

    private Optional<FlowStatus> status(String flow) {
        return source.flows().stream().filter(it -> it.name().equals(flow)).findFirst();
    }

    private JsonNode notKnown(String flow, ObjectKey object) {
        Optional<FlowStatus> status = status(flow);
        String hint =
                status.filter(it -> !it.leading()).isPresent()
                        ? "this process does not lead the flow; ask "
                                + Optional.ofNullable(status.get().leader()).orElse("its leader")
                        : whyUnknown(flow);
        return tree.error(object + " is not known to flow " + flow, hint);
    }

    private String whyUnknown(String flow) {
        List<String> reasons = new ArrayList<>();
        source.objects(flow).map(FlowObjects::whyUnknown).ifPresent(reasons::addAll);
        reasons.add("its namespace is not watched (drover.namespaces)");
        reasons.add("it does not match drover.selector");
        reasons.add("its CRD is missing");
        return String.join(", ", reasons) + ", or no pass over it has ended yet";
    }

    private StatusAnswer unknown(String path) {
        return new StatusAnswer.Tree(
                404,
                tree.error(
                        "nothing is served at " + path,
                        "/, /api/v1/flows, /api/v1/flows/<flow>,"
                                + " /api/v1/flows/<flow>/objects[/<namespace>/<name>],"
                                + " /api/v1/config, /api/v1/routes, /api/v1/debug"));
    }

    /** A fault of this program's. */
    StatusAnswer failed(String path, RuntimeException fault) {
        return new StatusAnswer.Tree(
                500,
                tree.error(
                        path + " cannot be answered: " + fault,
                        "a fault of Drover's; its log has a line at ERROR to be reported"));
    }

    private static StatusAnswer ok(JsonNode tree) {
        return new StatusAnswer.Tree(200, tree);
    }

    private static ObjectKey key(String namespace, String name) {
        return new ObjectKey(namespace.equals(CLUSTER) ? "" : namespace, name);
    }
}
