package dev.drover.registry.client;

import java.util.List;

/** The same calls with the same bodies, to a registry that serves {@code v1} too. */
class RegistryCallsV1Test extends RegistryCallsTest {
    @Override
    String[] served() {
        return new String[] {"v1", "v1alpha3"};
    }

    @Override
    List<String> probes() {
        return List.of("probe 200");
    }
}
