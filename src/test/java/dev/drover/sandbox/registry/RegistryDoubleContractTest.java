package dev.drover.sandbox.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The double answers every recorded exchange as the real server did. */
@Timeout(60)
class RegistryDoubleContractTest {

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "01-health-and-routes",
                "02-models-versions-artifacts",
                "03-serving-environments",
                "04-inference-services",
                "05-lists-and-paging",
                "06-duplicates",
                "07-patch",
                "08-names",
                "09-references-and-ids",
                "10-custom-properties",
                "11-serve-actions",
                "12-http-edge-cases",
                "13-database-down",
                "14-database-restart",
                "15-database-errors",
                "16-database-frozen",
                "17-database-replaced",
                "18-start-with-database-down",
                "19-unreadable-record",
                "20-unreadable-first-record"
            })
    void answersAsTheRealServerDid(String file) throws Exception {
        List<JsonNode> entries = Recording.entries(file);
        assertThat(entries).isNotEmpty();
        try (RegistryDouble registry = RegistryDouble.start()) {
            Replay replay = new Replay(URI.create(registry.url()), new Switches(registry));
            assertThat(replay.run(entries)).isEmpty();
        }
    }

    /** What was done to the real server's database, done to the double. */
    private static final class Switches implements Replay.Events {
        private final RegistryDouble registry;
        private int before;

        Switches(RegistryDouble registry) {
            this.registry = registry;
        }

        @Override
        public void happen(String event) {
            switch (event.split("[:;,(]", 2)[0].strip()) {
                case "database stopped" -> registry.database().stop();
                case "database started again", "limit lifted" -> registry.database().start();
                case "database restarted" -> {} // between two requests: nothing to be seen
                case "connection limit of the server's role set to 0 and its connections ended" ->
                        registry.database().limitConnections();
                case "requests blocked by a table lock" -> registry.database().endConnections(5);
                case "statement timeout of 200 ms and a table lock" ->
                        registry.database().timeOut();
                case "database switched to read-only" -> registry.database().readOnly();
                case "healthy database" -> registry.database().endConnections(2);
                case "database processes frozen" -> registry.freeze();
                case "database processes running again" -> registry.thaw();
                case "database dropped and created empty while the server runs" ->
                        registry.database().loseSchema();
                case "server restarted" -> {
                    registry.database().start();
                    registry.reinstall();
                }
                case "server started while the database is down" -> registry.starting(true);
                case "database started" -> {} // the server notices later
                case "server ready" -> registry.starting(false);
                case "row of the record locked for 1.2 s" -> registry.lock("6");
                default -> throw new IllegalArgumentException(event);
            }
        }

        @Override
        public void step(String name) {
            if (name.contains("-lifted-")) {
                registry.database().start();
            }
        }

        @Override
        public void mark() {
            before = registry.requests().size();
        }

        @Override
        public void awaitArrival(int requests) {
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> registry.requests().size() - before == requests);
        }

        @Override
        public void release(int waiting) {
            if (registry.waiting() > 0) {
                assertThat(registry.waiting()).isEqualTo(waiting);
                registry.unlock();
            }
        }
    }
}
