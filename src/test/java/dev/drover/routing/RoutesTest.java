package dev.drover.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.config.MountedConfigMap;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.RoutePolicySupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user's directory of routes, mounted from a ConfigMap, at start. */
class RoutesTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

    @TempDir Path directory;
    private final DefaultCamelContext context = new DefaultCamelContext();
    private MountedConfigMap mount;
    private Routes routes;

    @BeforeEach
    void prepare() {
        Processor nothing = exchange -> {};
        for (String name : List.of("weights-write", "weights-calculator", "user-step")) {
            context.getRegistry().bind(name, Processor.class, nothing);
        }
        context.getRegistry().bind("weights-leader", new RoutePolicySupport() {});
        context.getExecutorServiceManager()
                .registerThreadPoolProfile(new ThreadPoolProfile("weights-scrape"));
        mount = new MountedConfigMap(directory);
        routes = routes(directory);
    }

    @AfterEach
    void close() {
        context.stop();
    }

    @Test
    void loadsTheBuiltInRoutesOfTheRunningFlows() {
        RouteSet set = routes(directory.resolve("absent")).load();

        assertThat(set.files())
                .containsExactly(BuiltIn.ACT, BuiltIn.WEIGHTS_ACT, BuiltIn.WEIGHTS_RECONCILE);
        assertThat(set.valid()).isTrue();
        assertThat(set.loaded()).isEqualTo(NOW);
    }

    @Test
    void runsWhatItLoaded() throws Exception {
        routes.load().addTo(context);
        context.start();

        assertThat(context.getRoutes())
                .extracting(Route::getRouteId)
                .containsExactlyInAnyOrder("weights-act", "weights-reconcile");
    }

    @Test
    void replacesARoute() throws Exception {
        put(
                "weights-reconcile",
                """
                - route:
                    id: weights-reconcile
                    routePolicy: weights-leader
                    from:
                      uri: "timer:mine?period=10s"
                      steps:
                        - process: { id: mine, ref: user-step }
                        - to: { id: act, uri: "direct:weights-act" }
                """);

        RouteSet set = routes.load();

        assertThat(set.lastError()).isEmpty();
        assertThat(running(set)).containsExactly("act", "weights-reconcile*", "weights-act");
        set.addTo(context);
        context.start();
        assertThat(context.getEndpoints())
                .extracting(Endpoint::getEndpointUri)
                .contains("timer://mine?period=10s")
                .noneMatch(uri -> uri.startsWith("timer://weights-reconcile"));
    }

    @Test
    void replacesAnInstanceByARoute() throws Exception {
        put(
                "weights-act",
                """
                - route:
                    id: weights-act
                    from:
                      uri: "direct:weights-act"
                      steps:
                        - process: { id: write, ref: weights-write }
                        - wireTap: { id: tell, uri: "log:told", executorService: weights-scrape }
                """);

        RouteSet set = routes.load();

        assertThat(set.lastError()).isEmpty();
        assertThat(running(set)).containsExactly("act", "weights-act*", "weights-reconcile");
    }

    @Test
    void replacesATemplateForAllItsInstances() throws Exception {
        put(
                "act",
                """
                - routeTemplate:
                    id: act
                    parameters:
                      - { name: flow }
                    from:
                      uri: "direct:{{flow}}-act"
                      steps:
                        - process: { id: mine, ref: user-step }
                        - process: { id: write, ref: "{{flow}}-write" }
                """);

        RouteSet set = routes.load();

        assertThat(set.lastError()).isEmpty();
        set.addTo(context);
        context.start();
        assertThat(context.getRouteDefinition("weights-act").getOutputs()).hasSize(2);
    }

    @Test
    void addsRoutesTemplatesAndInstances() throws Exception {
        put(
                "report",
                """
                - routeTemplate:
                    id: report
                    parameters:
                      - { name: what }
                    from:
                      uri: "direct:report-{{what}}"
                      steps:
                        - to: { id: say, uri: "log:{{what}}" }
                """);
        put(
                "report-weights",
                """
                - templatedRoute:
                    routeTemplateRef: report
                    routeId: report-weights
                    prefixId: report-weights-
                    parameters:
                      - { name: what, value: weights }
                """);
        put(
                "daily",
                """
                - route:
                    id: daily
                    from:
                      uri: "timer:daily"
                      parameters: { period: "24h" }
                      steps:
                        - to: { id: report, uri: "direct:report-weights" }
                """);

        RouteSet set = routes.load();

        assertThat(set.lastError()).isEmpty();
        assertThat(running(set))
                .containsExactly(
                        "act",
                        "report*",
                        "weights-reconcile",
                        "daily*",
                        "weights-act",
                        "report-weights*");
    }

    @Test
    void skipsFilesOfFlowsThatDoNotRun() throws Exception {
        put("registry-sync", "- route: { id: registry-sync }\n");
        put("registry-mine", "nonsense");

        RouteSet set = routes.load();

        assertThat(set.valid()).isTrue();
        assertThat(set.skipped())
                .extracting(RouteFile::id)
                .containsExactly("registry-mine", "registry-sync");
    }

    @Test
    void keepsTheBuiltInRouteWhenAFileIsBad() throws Exception {
        put(
                "weights-reconcile",
                """
                - route:
                    id: weights-reconcile
                    routePolicy: weights-leader
                    from:
                      uri: "timer:mine"
                      parameters: { perriod: 1000 }
                      steps:
                        - to: { id: act, uri: "direct:weights-act" }
                """);
        put(
                "good",
                """
                - route:
                    id: good
                    from:
                      uri: "timer:good"
                      steps:
                        - process: { id: step, ref: user-step }
                """);

        RouteSet set = routes.load();

        assertThat(running(set))
                .containsExactly("act", "weights-reconcile", "good*", "weights-act");
        assertThat(set.lastError())
                .isEqualTo(
                        "routes/weights-reconcile.camel.yaml: timer: unknown option \"perriod\";"
                                + " did you mean \"period\"?");
    }

    @Test
    void comesBackToTheBuiltInRouteWhenTheFileIsRemoved() throws Exception {
        put("weights-reconcile", "nonsense");
        assertThat(routes.load().valid()).isFalse();

        mount.remove("weights-reconcile.camel.yaml");

        assertThat(routes.load().valid()).isTrue();
        assertThat(routes.current().files()).contains(BuiltIn.WEIGHTS_RECONCILE);
    }

    @Test
    void countsAndShowsWhetherAFileIsIgnored() throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        new RoutesMetrics(routes).bindTo(meters);
        routes.load();
        assertThat(meters.get("drover.routes.valid").gauge().value()).isEqualTo(1);

        put("bad", "nonsense");
        routes.load();

        assertThat(meters.get("drover.routes.valid").gauge().value()).isZero();
        assertThat(meters.get("drover.routes.reloads").tag("result", "applied").counter().count())
                .isEqualTo(1);
        assertThat(meters.get("drover.routes.reloads").tag("result", "rejected").counter().count())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes.txt", "weights.yaml", "weights-act.camel.yml"})
    void namesAFileThatCannotBeARoute(String name) throws IOException {
        Files.writeString(directory.resolve(name), "x");

        assertThat(routes.load().lastError())
                .isEqualTo(
                        "routes/"
                                + name
                                + ": is not called like a route; accepted:"
                                + " <route-id>.camel.yaml");
    }

    @Test
    void looksAtNeitherHiddenFilesNorFolders() throws IOException {
        Files.writeString(directory.resolve(".mine.camel.yaml.swp"), "x");
        Files.createDirectory(directory.resolve("old"));

        assertThat(routes.load().valid()).isTrue();
    }

    @Test
    void namesADirectoryThatCannotBeRead() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");

        assertThat(routes(file).load().lastError()).startsWith(file + ": cannot be read: ");
    }

    @Test
    void leavesTheRealContextAsItWas() throws Exception {
        put(
                "mine",
                """
                - route:
                    id: mine
                    from:
                      uri: "timer:mine"
                      steps:
                        - process: { id: step, ref: user-step }
                """);

        assertThat(routes.load().valid()).isTrue();

        assertThat(context.isStarted()).isFalse();
        assertThat(context.getEndpoints()).isEmpty();
        assertThat(context.getRouteDefinitions()).isEmpty();
        assertThat(context.getComponentNames()).isEmpty();
    }

    private Routes routes(Path where) {
        return new Routes(
                context,
                where,
                new FlowNames(Set.of("weights", "registry"), Set.of("weights")),
                Clock.fixed(NOW, ZoneOffset.UTC),
                BuiltIn.ALL);
    }

    private void put(String id, String yaml) throws IOException {
        mount.put(id + ".camel.yaml", yaml);
    }

    /** Ids in the order of loading; a star marks the user's. */
    private static List<String> running(RouteSet set) {
        return set.files().stream().map(file -> file.id() + (file.builtIn() ? "" : "*")).toList();
    }
}
