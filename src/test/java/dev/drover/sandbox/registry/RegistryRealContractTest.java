package dev.drover.sandbox.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The recordings against a real server, to learn whether a newer one still answers so: {@code
 * REGISTRY_URL} names a server with an empty database, {@code REGISTRY_RECORDING} one of the files
 * without database events (01 to 06, 08 to 12, 19, 20), since each begins with nothing.
 */
@EnabledIfEnvironmentVariable(named = "REGISTRY_URL", matches = "http://.*")
@Timeout(300)
class RegistryRealContractTest {
    @Test
    void answersAsItWasRecorded() throws Exception {
        List<JsonNode> entries = Recording.entries(System.getenv("REGISTRY_RECORDING"));
        Replay replay = new Replay(URI.create(System.getenv("REGISTRY_URL")), new NoEvents());

        assertThat(replay.run(entries)).isEmpty();
    }

    private static final class NoEvents implements Replay.Events {
        @Override
        public void happen(String event) {
            throw new IllegalStateException("this recording needs its database to be broken");
        }

        @Override
        public void step(String name) {}

        @Override
        public void awaitArrival(int requests) {}

        @Override
        public void mark() {}

        @Override
        public void release(int waiting) {}
    }
}
