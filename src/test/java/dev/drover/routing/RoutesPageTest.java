package dev.drover.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages that docs/routes.md explains are ones that a test has seen. */
class RoutesPageTest {

    @TempDir Path directory;

    @Test
    void showsARouteThatPassesTheChecks() throws IOException {
        String page = Files.readString(Path.of("docs/routes.md"));
        String example = page.substring(page.indexOf("    # weights-reconcile.camel.yaml"));
        Files.writeString(
                directory.resolve("weights-reconcile.camel.yaml"),
                example.substring(0, example.indexOf("\n\n")).stripIndent());
        DefaultCamelContext context = new DefaultCamelContext();
        context.getPropertiesComponent()
                .setInitialProperties(BuiltInRoutesTest.CONFIGURATION.asCamelProperties());
        for (RouteFile file : BuiltInRoutes.list()) {
            BuiltInRoutesTest.bind(context, file);
        }
        Set<String> flows = Set.of("weights");

        RouteSet set =
                new Routes(context, directory, new FlowNames(flows, flows), Clock.systemUTC())
                        .load();

        assertThat(set.lastError()).isEmpty();
        assertThat(set.files()).filteredOn(file -> !file.builtIn()).hasSize(1);
    }

    @Test
    void explainsOnlyMessagesThatThereAre() throws IOException {
        Path tests = Path.of("src/test/java/dev/drover/routing");
        String seen = "";
        for (String name :
                List.of("RejectionsTest", "RoutesTest", "BuiltInRoutesTest", "KeptStepsTest")) {
            seen += Files.readString(tests.resolve(name + ".java"));
        }
        String texts = seen.replaceAll("\"\\s*\\+\\s*\"", "").replace("\\\"", "\"");

        Files.readString(Path.of("docs/routes.md"))
                .lines()
                .filter(line -> line.startsWith("| `routes/"))
                .map(line -> line.split("`", -1)[1])
                .map(line -> line.substring(line.indexOf(": ") + 2))
                .map(
                        line ->
                                line.replace(
                                        "; accepted: one routeTemplate, route, templatedRoute a"
                                                + " file",
                                        ""))
                .forEach(message -> assertThat(texts).contains(message));
    }
}
