package dev.drover.kubernetes;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes the watches of one kind in one namespace: WebSockets, unless the client is told {@code
 * onlyHttpWatches} or something on the way does not know WebSockets.
 */
final class WatchRequest {
    /** The server ends each watch after 5 to 10 min, so that they spread over its replicas. */
    private static final int SHORTEST_SECONDS = 300;

    private final InformerContext context;
    private final String query;
    private volatile boolean plainHttp;

    WatchRequest(
            InformerContext context, InformerKey key, ServedResource served, String namespace) {
        this.context = context;
        this.query =
                context.client().getMasterUrl().toString().replaceAll("/+$", "")
                        + served.path(namespace)
                        + "?watch=true&allowWatchBookmarks=true"
                        + parameter("labelSelector", key.labelSelector())
                        + parameter("fieldSelector", key.fieldSelector());
        this.plainHttp = context.client().getConfiguration().isOnlyHttpWatches();
    }

    /** A watch from this version on; not yet open. */
    WatchStream from(String version, WatchStream.Listener listener) {
        int seconds = SHORTEST_SECONDS + ThreadLocalRandom.current().nextInt(SHORTEST_SECONDS);
        URI uri =
                URI.create(
                        query
                                + parameter("resourceVersion", version)
                                + "&timeoutSeconds="
                                + seconds);
        return plainHttp
                ? new HttpWatch(
                        context.client(), uri, context.executor(), context.nanoTime(), listener)
                : new WebSocketWatch(
                        context.client(),
                        uri,
                        context.settings().openTimeout(),
                        context.executor(),
                        context.nanoTime(),
                        listener,
                        () -> plainHttp = true);
    }

    private static String parameter(String name, String value) {
        return value.isEmpty()
                ? ""
                : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
