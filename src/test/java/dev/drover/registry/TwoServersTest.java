package dev.drover.registry;

import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryDouble;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An API server and a registry that outlive the Drovers of a test; one model, one version. */
abstract class TwoServersTest {
    final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    final RegistryDouble registry = RegistryDouble.start();

    @BeforeEach
    void holdsOneModelWithOneVersion() {
        registry.addModel("iris");
        registry.addVersion("1", "v1");
    }

    @AfterEach
    void close() {
        api.close();
        registry.close();
    }

    SyncFixture drover(Map<String, String> keys) throws Exception {
        return new SyncFixture(api, registry, keys).start();
    }

    /** {@code ml/iris}, linked, and nothing left to do. */
    static void link(SyncFixture drover) {
        drover.createIris("1", "2");
        await().until(() -> !drover.link().isEmpty());
        drover.awaitQuiet();
    }
}
