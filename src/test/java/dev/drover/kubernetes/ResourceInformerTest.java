package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.InformerRig.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ordinary work: what is there, what comes, what changes, what goes. */
class ResourceInformerTest {
    private final FaultyApiServer server = new FaultyApiServer();

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void showsWhatIsThereAndFollowsEveryChange(Transport transport) {
        server.put("a", "one", "1");
        server.put("a", "two", "1");
        server.put("b", "one", "1");
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            assertThat(rig.told)
                    .extracting(InformerRig.Told::toString)
                    .containsExactlyInAnyOrder(
                            "INITIAL a/one null->1",
                            "INITIAL a/two null->1",
                            "INITIAL b/one null->1");

            server.put("a", "one", "2");
            server.put("c", "new", "1");
            server.delete("b", "one");

            rig.awaitTold("MODIFIED a/one 1->2", "ADDED c/new null->1", "DELETED b/one 1->null");
            assertThat(rig.informer.list()).hasSize(3);
            assertThat(rig.informer.get(ObjectKey.parse("b/one"))).isEmpty();
            assertThat(rig.informer.relists()).isEqualTo(1);
        }
    }
}
