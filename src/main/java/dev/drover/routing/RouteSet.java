package dev.drover.routing;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;

/**
 * The routes that run: built-in ones, and users' where they passed every check.
 *
 * @param files in the order of loading: templates, routes, instances
 * @param rejections users' files that do not run; the built-in ones stand in for them
 * @param skipped users' files of flows that do not run here
 * @param loaded when it was put together
 */
public record RouteSet(
        List<RouteFile> files,
        List<Rejection> rejections,
        List<RouteFile> skipped,
        Instant loaded) {
    public RouteSet {
        files = List.copyOf(files);
        rejections = List.copyOf(rejections);
        skipped = List.copyOf(skipped);
    }

    /** Whether every user's file of a running flow runs. */
    public boolean valid() {
        return rejections.isEmpty();
    }

    /** All rejections, one a line; empty while {@link #valid}. */
    public String lastError() {
        return rejections.stream().map(Rejection::toString).collect(Collectors.joining("\n"));
    }

    /** For Camel's routes loader. */
    public List<Resource> resources() {
        return files.stream().map(RouteFile::resource).toList();
    }

    /** Adds all of them to a context that has its beans and is not started yet. */
    public void addTo(CamelContext context) throws Exception {
        PluginHelper.getRoutesLoader(context).loadRoutes(resources());
    }
}
