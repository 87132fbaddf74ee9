package dev.drover.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.config.Configuration;
import dev.drover.config.DroverKeys;
import dev.drover.registry.settings.RegistryKeys;
import dev.drover.weights.settings.WeightsKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.camel.Processor;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.RoutePolicySupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltInRoutesTest {
    static final Configuration CONFIGURATION =
            Configuration.load(
                    DroverKeys.SCHEMA
                            .and(WeightsKeys.SCHEMA)
                            .and(RegistryKeys.SCHEMA)
                            .and(BasemodelsKeys.SCHEMA),
                    Map.of());

    private static final Set<String> FLOWS = Set.of("weights", "registry", "basemodels");

    @TempDir Path directory;

    @Test
    void findsTheSameInAFolderAndInAJar() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("classes/routes/weights"));
        Files.writeString(folder.resolve("weights-act.camel.yaml"), "a");
        Files.writeString(folder.resolve("README.md"), "not a route");
        Path jar = directory.resolve("drover.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name :
                    List.of(
                            "routes/weights/README.md",
                            "routes/weights/weights-act.camel.yaml",
                            "other/weights-act.camel.yaml")) {
                out.putNextEntry(new JarEntry(name));
                out.write(name.endsWith("md") ? 'x' : 'a');
            }
        }

        assertThat(BuiltInRoutes.list(jar))
                .isEqualTo(BuiltInRoutes.list(directory.resolve("classes")))
                .containsExactly(
                        new RouteFile(
                                "weights-act",
                                "weights",
                                "classpath:routes/weights/weights-act.camel.yaml",
                                "a",
                                true));
    }

    /** What users start from must pass what users' files must pass. */
    @Test
    void passEveryCheckThemselves() throws IOException {
        DefaultCamelContext context = new DefaultCamelContext();
        context.getPropertiesComponent().setInitialProperties(CONFIGURATION.asCamelProperties());
        List<RouteFile> builtIn = BuiltInRoutes.list();
        for (RouteFile file : builtIn) {
            bind(context, file);
            Files.writeString(directory.resolve(file.id() + RouteFile.SUFFIX), file.content());
        }

        RouteSet set =
                new Routes(context, directory, new FlowNames(FLOWS, FLOWS), Clock.systemUTC())
                        .load();

        assertThat(builtIn).isNotEmpty();
        assertThat(set.lastError()).isEmpty();
        assertThat(set.files()).noneMatch(RouteFile::builtIn).hasSize(builtIn.size());
    }

    /** Operations, worked example 11. */
    @Test
    void namesAnOptionOfTheComponentThatIsMisspelt() throws IOException {
        DefaultCamelContext context = new DefaultCamelContext();
        Files.writeString(
                directory.resolve("weights-act.camel.yaml"),
                """
                - route:
                    id: weights-act
                    from:
                      uri: "direct:weights-act"
                      steps:
                        - to: "kubernetes-resources:v1/configmaps?operaton=get"
                """);

        RouteSet set =
                new Routes(
                                context,
                                directory,
                                new FlowNames(Set.of("weights"), Set.of("weights")),
                                Clock.systemUTC())
                        .load();

        assertThat(set.lastError())
                .isEqualTo(
                        "routes/weights-act.camel.yaml: kubernetes-resources: unknown option"
                                + " \"operaton\"; did you mean \"operation\"?");
        assertThat(set.files()).allMatch(RouteFile::builtIn);
    }

    /** Whatever the file names, by the key that names it. */
    static void bind(DefaultCamelContext context, RouteFile file) throws IOException {
        RouteDocument document;
        try {
            document = RouteDocument.of(file);
        } catch (RejectedException e) {
            throw new AssertionError(file.location(), e);
        }
        Processor nothing = exchange -> {};
        List<String> processors = new ArrayList<>();
        for (String name : document.tree().findValuesAsText("ref")) {
            FLOWS.forEach(flow -> processors.add(name.replace("{{flow}}", flow)));
        }
        processors.forEach(name -> context.getRegistry().bind(name, Processor.class, nothing));
        document.policies()
                .forEach(
                        name ->
                                context.getRegistry()
                                        .bind(
                                                name,
                                                RoutePolicy.class,
                                                new RoutePolicySupport() {}));
        document.tree()
                .findValuesAsText("executorService")
                .forEach(
                        name ->
                                context.getExecutorServiceManager()
                                        .registerThreadPoolProfile(new ThreadPoolProfile(name)));
    }
}
