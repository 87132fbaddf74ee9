package dev.drover.sandbox.demo;

import dev.drover.Drover;
import dev.drover.config.ConfigurationException;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.weights.WeightsFlow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.main.Main;

/**
 * Drover with its real routes on an embedded sandbox: an in-process Kubernetes API and two
 * simulated clusters. Loads the samples, moves the load, takes the metrics of one cluster away for
 * a while, and shows how the weights follow; beside them two models on a claim, one of which can be
 * read, and a deployment that a Model Registry keeps a record of.
 */
public final class Demo {
    static final String MODEL = "llama-3-70b";

    private static final ObjectKey KEY = new ObjectKey("maas-system", "llama-3-70b-multi");
    private static final Duration TICK = Duration.ofMillis(500);

    private final DemoOptions options;
    private final DemoScreen screen;

    private Demo(DemoOptions options) {
        this.options = options;
        this.screen = new DemoScreen(System.out, options.plain() || !Terminal.attached());
    }

    public static void main(String[] args) {
        if (List.of(args).contains("--help")) {
            System.out.println(DemoOptions.USAGE);
            return;
        }
        int code;
        try {
            code = new Demo(DemoOptions.parse(args)).run();
        } catch (DemoOptions.BadOption e) {
            System.err.println("demo: " + e.getMessage());
            code = 1;
        }
        System.exit(code); // Maven's JVM has threads of its own
    }

    private int run() {
        DemoLog log = DemoLog.to(screen);
        try (ApiServerDouble api = ApiServerDouble.start();
                SimulatedCluster b = new SimulatedCluster("maas-cluster-b", 100);
                SimulatedCluster c = new SimulatedCluster("maas-cluster-c", 100);
                DemoRegistry registry = new DemoRegistry(api, screen::say)) {
            api.installDevelopmentCrds();
            Map<String, String> environment = environment(api);
            environment.putAll(registry.environment());
            Main drover = Drover.main(environment);
            Thread stop = new Thread(drover::stop, "demo-stop");
            Runtime.getRuntime().addShutdownHook(stop);
            drover.start();
            WeightsFlow flow =
                    drover.getCamelContext().getRegistry().findSingleByType(WeightsFlow.class);
            DemoSample.load(api, b, c);
            try (DemoModels models = DemoModels.load(api)) {
                play(
                        environment.get("DROVER_MANAGEMENT_PORT"),
                        new DemoScript(api, KEY, b, c, screen::say),
                        new DemoTable(api, KEY, flow, log::lastWrite),
                        models,
                        registry);
            }
            Runtime.getRuntime().removeShutdownHook(stop);
            drover.stop();
            return 0;
        } catch (ConfigurationException e) {
            System.err.println(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            System.err.println("demo cannot start: " + Drover.reason(e));
        }
        return 1;
    }

    private void play(
            String port,
            DemoScript script,
            DemoTable table,
            DemoModels models,
            DemoRegistry registry)
            throws InterruptedException {
        Duration period = options.duration().orElse(DemoScript.PERIOD);
        long start = System.nanoTime();
        String title =
                "Drover on a sandbox: two simulated clusters, models on a claim, a registry. Ctrl-C"
                        + " ends it. Management: http://127.0.0.1:"
                        + port
                        + "/observe/health";
        while (true) {
            Duration now = Duration.ofNanos(System.nanoTime() - start);
            if (options.duration().isPresent() && now.compareTo(period) >= 0) {
                return;
            }
            double progress = (double) (now.toNanos() % period.toNanos()) / period.toNanos();
            script.step(progress);
            registry.step(progress);
            screen.show(title, table.rows(), both(models.lines(), registry.lines()));
            Thread.sleep(TICK.toMillis());
        }
    }

    private static List<String> both(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** A faster rhythm than the defaults, since nobody watches a demo for an hour. */
    private Map<String, String> environment(ApiServerDouble api) throws IOException {
        Path kubeconfig = Files.createTempFile("drover-demo-", ".kubeconfig");
        kubeconfig.toFile().deleteOnExit();
        Files.writeString(kubeconfig, api.kubeconfig());
        System.setProperty("kubeconfig", kubeconfig.toString());
        Map<String, String> environment = new HashMap<>();
        environment.put("DROVER_FLOWS", "weights,basemodels,registry");
        environment.put("DROVER_BASEMODELS_JOB_IMAGE", "drover");
        environment.put("DROVER_MANAGEMENT_PORT", "8778");
        environment.put("DROVER_WEIGHTS_INTERVAL", "1s");
        environment.put("DROVER_WEIGHTS_MIN_WRITE_INTERVAL", "2s");
        environment.put("DROVER_WEIGHTS_SMOOTHING", "2s");
        environment.put("DROVER_WEIGHTS_LAG", "2s");
        environment.put("DROVER_WEIGHTS_RESPONSE", "6s");
        environment.put("DROVER_WEIGHTS_STALE_AFTER", "3s");
        environment.put("DROVER_WEIGHTS_UNKNOWN_AFTER", "6s");
        environment.put("DROVER_NAMESPACE", "default");
        options.routes()
                .ifPresent(dir -> environment.put("DROVER_ROUTES_DIRECTORY", dir.toString()));
        environment.putAll(System.getenv());
        return environment;
    }
}
