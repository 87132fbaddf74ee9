package dev.drover.weights.scraping;

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.providers.RefSources;
import dev.drover.weights.providers.Source;
import dev.drover.weights.providers.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * 1,000 targets every 10 s, 200 of which never answer: how late the others are scraped and what it
 * costs (spec operations 16). The targets live in a process of their own, so that CPU time and heap
 * are Drover's alone. Run by {@code make bench}; arguments: targets, hanging, seconds, seconds
 * between two scrapes of a target.
 */
public final class ScrapeLoad {
    private static final int FIRST = 5;
    private static final double LONGEST_INTERVAL = 1.05;

    private ScrapeLoad() {}

    /** Prints one line of figures and ends. */
    public static void main(String[] args) throws Exception {
        if (args.length == 3 && args[0].equals("serve")) {
            Server.serve(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            return;
        }
        int targets = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        int hanging = args.length > 1 ? Integer.parseInt(args[1]) : targets / 5;
        int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 60;
        int interval = args.length > 3 ? Integer.parseInt(args[3]) : 10;
        Process server =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-Dsun.net.httpserver.nodelay=true",
                                "-Dsun.net.httpserver.maxIdleConnections=5000",
                                ScrapeLoad.class.getName(),
                                "serve",
                                String.valueOf(hanging),
                                String.valueOf(interval))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(
                                server.getInputStream(), StandardCharsets.US_ASCII))) {
            int port = Integer.parseInt(out.readLine());
            run(port, targets, hanging, seconds, interval, server.getOutputStream());
            server.getOutputStream().close(); // the server then tells what it saw
            out.lines().forEach(System.out::println);
        } finally {
            server.destroy();
        }
        System.exit(0);
    }

    private static void run(
            int port, int targets, int hanging, int seconds, int interval, OutputStream begins)
            throws Exception {
        Logger.getLogger("").setLevel(Level.SEVERE); // 200 targets are known to fail
        ScrapeRoute route =
                new ScrapeRoute(
                        Map.of("SCRAPE_TIMEOUT", "5s", "INTERVAL", interval + "s"),
                        "classpath:routes/weights/weights-scrape.camel.yaml",
                        "classpath:routes/weights/weights-scrape-tick.camel.yaml");
        declare(route, port, 0, FIRST);
        Thread.sleep(5_000); // what all targets share is there, and counts for none of them
        long heap = usedHeap(route);
        route.context.getRouteController().resumeRoute("weights-scrape-tick");
        declare(route, port, FIRST, targets);
        Thread.sleep(20_000); // code is compiled, connections are open
        begins.write('\n');
        begins.flush();
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        double scrapes = route.counted("drover.weights.scrapes");
        Thread.sleep(seconds * 1000L);
        double share = (system.getProcessCpuTime() - cpu) / (seconds * 1e9);
        System.out.printf(
                "%d targets, %d hang: %.1f %% of a core, %.0f scrapes/s, %.0f ok, %.0f timeout,"
                        + " %.0f in all, skipped %.0f, %d threads%n",
                targets,
                hanging,
                100 * share,
                (route.counted("drover.weights.scrapes") - scrapes) / seconds,
                route.counted("drover.weights.scrapes", "outcome", "ok"),
                route.counted("drover.weights.scrapes", "outcome", "timeout"),
                route.counted("drover.weights.scrapes"),
                route.counted("drover.weights.scrapes.skipped"),
                Thread.activeCount());
        System.out.printf(
                "heap that the targets hold, with connections and threads: %.1f KiB a target%n",
                (usedHeap(route) - heap) / 1024.0 / (targets - FIRST));
        route.close();
    }

    /** An address for each, so that no two targets share a connection. */
    private static String host(int target) {
        return "127.0.%d.%d".formatted(target / 250, target % 250 + 1);
    }

    private static void declare(ScrapeRoute route, int port, int from, int to) {
        for (int i = from; i < to; i++) {
            URI url = URI.create("http://" + host(i) + ":" + port + "/" + i);
            ObjectKey model = new ObjectKey("load", "model-" + i);
            Source source = new Source(new Target(SourceKind.VLLM, url), null, false);
            route.targets.declare(
                    model, List.of(new RefSources(model, "m", List.of(source), List.of())));
        }
    }

    /** Once nothing is scraped any more, but connections are open. */
    private static long usedHeap(ScrapeRoute route) throws Exception {
        route.context.getRouteController().suspendRoute("weights-scrape-tick");
        Thread.sleep(6_000); // longer than a scrape may take
        for (int i = 0; i < 3; i++) {
            System.gc(); // what references keep is gone after the second
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Answers pages of 12.8 kB, or nothing at all. */
    private static final class Server {
        private static final int PAGE_BYTES = 12_800;

        private final int hanging;
        private final long longestMillis;
        private final byte[] page;
        private final Map<String, AtomicLong> last = new ConcurrentHashMap<>();
        private final AtomicLong latestMillis = new AtomicLong();

        private Server(int hanging, int intervalSeconds) {
            this.hanging = hanging;
            this.longestMillis = (long) (intervalSeconds * 1000 * LONGEST_INTERVAL);
            StringBuilder text =
                    new StringBuilder("vllm:kv_cache_usage_perc{model_name=\"m\"} 0.42\n");
            for (int i = 0; text.length() < PAGE_BYTES - 80; i++) {
                String name = i % 4 == 0 ? "vllm:e2e_request_latency_seconds_bucket" : "other";
                text.append(name + "{engine=\"0\",le=\"" + i + "\",model_name=\"m\"} " + i + "\n");
            }
            page = text.toString().getBytes(StandardCharsets.US_ASCII);
        }

        static void serve(int hanging, int intervalSeconds) throws IOException {
            Server served = new Server(hanging, intervalSeconds);
            HttpServer server = HttpServer.create(new InetSocketAddress(0), 1024);
            server.setExecutor(Executors.newCachedThreadPool());
            server.createContext("/", served::answer);
            server.start();
            System.out.println(server.getAddress().getPort());
            while (System.in.read() >= 0) {
                served.latestMillis.set(0); // what counts begins now
            }
            System.out.printf(
                    "latest start of a scrape of a target that answers: %d ms after its time%n",
                    Math.max(0, served.latestMillis.get()));
            System.exit(0);
        }

        private void answer(HttpExchange exchange) throws IOException {
            String path = exchange.getRequestURI().getPath();
            if (Integer.parseInt(path.substring(1)) < hanging) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return;
            }
            long now = System.nanoTime() / 1_000_000;
            long before = last.computeIfAbsent(path, p -> new AtomicLong(now)).getAndSet(now);
            long late = now - before - longestMillis;
            latestMillis.accumulateAndGet(late, Math::max);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        }
    }
}
