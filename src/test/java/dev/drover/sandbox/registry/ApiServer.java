package dev.drover.sandbox.registry;

import dev.drover.registry.api.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The server behind the {@link Front}: which versions it serves and in which state it is. Used by
 * the server's thread only.
 */
final class ApiServer {
    private static final String STARTING =
            "Datastore service is down or unavailable. Please check that the database is reachable"
                    + " and try again later.\n";

    private final Store store;
    private final RowLocks locks;
    private final ApiRoutes routes;
    private final HealthPages health;
    private final List<Runnable> frozen = new ArrayList<>();
    private Set<String> versions = Set.of("v1alpha3");
    private boolean starting;
    private boolean freezing;

    ApiServer(Store store, Database database, RowLocks locks) {
        this.store = store;
        this.locks = locks;
        this.routes = new ApiRoutes(new Handlers(store, locks));
        this.health = new HealthPages(store, database);
    }

    static Optional<Operation> operation(String method, String path, String query) {
        if (HealthPages.at(path)) {
            return Optional.of(Operation.HEALTH);
        }
        return ApiPath.parse(path).flatMap(api -> api.operation(method, query));
    }

    void serve(Set<String> some) {
        versions = some;
    }

    void starting(boolean now) {
        starting = now;
        if (!now) {
            thaw();
        }
    }

    void freeze() {
        freezing = true;
        store.freeze(true);
    }

    void thaw() {
        freezing = false;
        store.freeze(false);
        List<Runnable> all = new ArrayList<>(frozen);
        frozen.clear();
        all.forEach(Runnable::run);
    }

    /** What a request that cannot go on waits for. */
    void waits(SeenRequest request, Runnable rest) {
        if (freezing || starting) {
            frozen.add(rest);
        } else {
            locks.add(rest);
        }
    }

    Reply answer(SeenRequest request, byte[] body) {
        try {
            Reply reply = routed(request, body);
            String origin = request.headers().get("origin");
            return origin == null || request.method().equals("OPTIONS")
                    ? reply
                    : reply.with("access-control-allow-origin", origin);
        } catch (Refused refused) {
            return refused.reply();
        }
    }

    private Reply routed(SeenRequest request, byte[] body) {
        if (HealthPages.at(request.path())) {
            boolean json = Query.parse(request.rawQuery()).get("format").equals("json");
            if (starting || freezing) {
                throw new Waiting(() -> answer(request, body));
            }
            return health.answer(request.method(), request.path(), json);
        }
        if (starting) {
            return Reply.text(503, STARTING);
        }
        if (request.method().equals("OPTIONS")
                && request.headers().containsKey("access-control-request-method")) {
            return Reply.empty(200, Map.of());
        }
        Optional<ApiPath> path = ApiPath.parse(request.path());
        if (path.isEmpty() || !versions.contains(path.get().version())) {
            return Reply.notFoundText();
        }
        boolean strict = path.get().version().equals("v1");
        try {
            return routes.answer(
                    request.method(),
                    new ApiRequest(
                            path.get().segments(), Query.parse(request.rawQuery()), body, strict));
        } catch (Frozen frozenNow) {
            throw new Waiting(() -> answer(request, body));
        }
    }
}
