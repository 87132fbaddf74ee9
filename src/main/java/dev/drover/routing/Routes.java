package dev.drover.routing;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes of the process: those that came with it, replaced or joined by the files {@code
 * <route-id>.camel.yaml} of a directory. A file that fails a check never stops the start: it is
 * named with its reason, and the built-in route runs.
 */
public final class Routes {
    private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

    private final CamelContext context;
    private final Path directory;
    private final FlowNames flows;
    private final Clock clock;
    private final List<RouteFile> builtIn;
    private final List<Consumer<RouteSet>> listeners = new CopyOnWriteArrayList<>();
    private volatile RouteSet current;

    /**
     * @param context the real context: its beans, thread pool profiles, properties and components
     *     are what files are checked against; nothing of it is changed
     * @param directory absent is fine
     */
    public Routes(CamelContext context, Path directory, FlowNames flows, Clock clock) {
        this(context, directory, flows, clock, BuiltInRoutes.list());
    }

    Routes(
            CamelContext context,
            Path directory,
            FlowNames flows,
            Clock clock,
            List<RouteFile> builtIn) {
        this.context = context;
        this.directory = directory;
        this.flows = flows;
        this.clock = clock;
        this.builtIn = List.copyOf(builtIn);
        this.current = new RouteSet(List.of(), List.of(), List.of(), clock.instant());
    }

    /** Told of each set that was put together. */
    public void onLoad(Consumer<RouteSet> listener) {
        listeners.add(listener);
    }

    /** The set that was put together last; empty before the first. */
    public RouteSet current() {
        return current;
    }

    /** Reads and checks the directory, and says what runs from now on. */
    public RouteSet load() {
        Map<String, RouteFile> replaceable = new HashMap<>();
        builtIn.forEach(file -> replaceable.put(file.id(), file));
        UserRoutes found = UserRoutes.list(directory);
        List<RouteFile> users = new ArrayList<>();
        List<RouteFile> skipped = new ArrayList<>();
        for (RouteFile file : found.files()) {
            RouteFile replaced = replaceable.get(file.id());
            RouteFile named = named(file, replaced);
            (flows.run(named.flow()) ? users : skipped).add(named);
        }
        List<RouteFile> own = builtIn.stream().filter(file -> flows.run(file.flow())).toList();
        List<RouteFile> files = own;
        List<Rejection> rejections = new ArrayList<>(found.problems());
        if (!users.isEmpty()) {
            RouteCheck check = new RouteCheck(context, own);
            files = check.check(users);
            rejections.addAll(check.rejections());
        }
        current = new RouteSet(files, rejections, skipped, clock.instant());
        log(current, replaceable);
        listeners.forEach(listener -> listener.accept(current));
        return current;
    }

    private RouteFile named(RouteFile file, RouteFile replaced) {
        String flow = replaced == null ? flows.of(file.id()).orElse("") : replaced.flow();
        return new RouteFile(file.id(), flow, file.location(), file.content(), false);
    }

    private static void log(RouteSet set, Map<String, RouteFile> builtIn) {
        for (RouteFile file : set.files()) {
            if (!file.builtIn()) {
                LOG.info(
                        "Route {}: {} from {} checksum={}",
                        builtIn.containsKey(file.id()) ? "replaced" : "added",
                        file.id(),
                        file.location(),
                        file.checksum());
            }
        }
        for (RouteFile file : set.skipped()) {
            LOG.info("Route skipped: {}, the flow {} does not run here", file.name(), file.flow());
        }
        for (Rejection rejection : set.rejections()) {
            LOG.warn("Route file ignored: {}", rejection);
        }
    }
}
