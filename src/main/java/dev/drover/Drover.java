package dev.drover;

import dev.drover.config.Configuration;
import dev.drover.config.ConfigurationException;
import dev.drover.config.DroverKeys;
import dev.drover.kubernetes.KubeconfigMissing;
import dev.drover.status.PortTaken;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.camel.main.Main;

/**
 * Entry point of the controller: reads the configuration, starts Camel with the parts that {@link
 * Assembly} binds, and ends with the exit codes of the manual: 0 or 143 when asked to stop, 1 for a
 * fault in the configuration.
 */
public final class Drover {
    private static final String USAGE =
            """
            usage: drover [--help | --version]

            Keeps served AI models on a Kubernetes cluster in order. It takes no other arguments: options are
            read from /etc/drover/drover.properties (another file: DROVER_CONFIG=…) and from variables, where
            drover.weights.interval becomes DROVER_WEIGHTS_INTERVAL. Outside a cluster KUBECONFIG says which
            one. All keys: docs/configuration.md

              DROVER_FLOWS             flows that run (weights, registry, basemodels)
              DROVER_MODE              apply or observe: decide and publish, write nothing
              DROVER_NAMESPACES        namespaces to watch; empty = all
              DROVER_MANAGEMENT_PORT   health, metrics, Jolokia (8778)
              DROVER_STATUS_PORT       status page and JSON, on 127.0.0.1 (8080)
              DROVER_ROUTES_DIRECTORY  routes that replace or add to the built-in ones (/etc/drover/routes)\
            """;

    private Drover() {}

    public static void main(String[] args) {
        int code = run(args, System.getenv(), System.out, System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs until the process is asked to stop. Returns the exit code. */
    static int run(
            String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
        if (args.length > 0) {
            return answer(args[0], out, err);
        }
        try {
            Configuration configuration = configuration(environment);
            Main main = main(configuration, environment, Logging.install(configuration));
            main.run();
            return main.getExitCode();
        } catch (ConfigurationException e) {
            err.println(e.getMessage());
            return 1;
        } catch (Exception e) {
            if (shuttingDown()) {
                return 0; // asked to stop while it started: the code is that of the signal
            }
            err.println("drover cannot start: " + reason(e));
            return 1;
        }
    }

    /**
     * Camel with everything in it, not started yet, for whoever runs Drover inside a program of
     * their own, which then keeps its logging.
     *
     * @throws ConfigurationException with every problem
     */
    public static Main main(Map<String, String> environment) {
        return main(configuration(environment), environment, Logging.untouched());
    }

    private static Configuration configuration(Map<String, String> environment) {
        KubeconfigMissing.check(environment);
        return Configuration.load(Flows.schema(), environment);
    }

    private static Main main(
            Configuration configuration, Map<String, String> environment, Logging logging) {
        PortTaken.check(
                DroverKeys.MANAGEMENT_PORT.name(),
                new InetSocketAddress(configuration.get(DroverKeys.MANAGEMENT_PORT)));
        Main main = new Main();
        Settings settings = new Settings(configuration, environment);
        main.setOverrideProperties(settings.camel());
        main.addMainListener(new Assembly(configuration, settings, logging));
        return main;
    }

    /** What went wrong at start, in one line. */
    public static String reason(Throwable thrown) {
        Throwable cause = thrown;
        while (!isForUsers(cause) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return isForUsers(cause) ? cause.getMessage() : cause.toString();
    }

    private static boolean isForUsers(Throwable cause) {
        return cause instanceof PortTaken || cause instanceof KubeconfigMissing;
    }

    /** Camel adds its shutdown hook some time after the start began, which fails from then on. */
    private static boolean shuttingDown() {
        Thread hook = new Thread(() -> {}, "never-started");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private static int answer(String option, PrintStream out, PrintStream err) {
        switch (option) {
            case "--help" -> out.println(USAGE);
            case "--version" -> out.println("drover " + Version.current());
            default -> {
                err.println(
                        "drover: unknown option \"" + option + "\"; accepted: --help, --version");
                return 1;
            }
        }
        return 0;
    }
}
