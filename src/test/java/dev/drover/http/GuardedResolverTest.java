package dev.drover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.config.Network;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedResolverTest {
    private final AtomicReference<List<Network>> denied =
            new AtomicReference<>(
                    List.of(Network.parse("169.254.0.0/16"), Network.parse("fe80::/10")));
    private final GuardedResolver resolver = new GuardedResolver(denied::get);

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254", "fe80::1", "febf::1", "::ffff:169.254.1.1"})
    void refusesLiteralAddressesToo(String host) {
        assertThatThrownBy(() -> resolver.resolve(host))
                .isInstanceOf(AddressDenied.class)
                .hasMessageContaining("denied network");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "169.253.255.255", "fec0::1"})
    void letsOtherAddressesPass(String host) throws UnknownHostException {
        assertThat(resolver.resolve(host)).hasSize(1);
    }

    @Test
    void asksForTheNetworksEveryTime() throws UnknownHostException {
        denied.set(List.of(Network.parse("127.0.0.0/8")));
        assertThatThrownBy(() -> resolver.resolve("127.0.0.1")).isInstanceOf(AddressDenied.class);
        denied.set(List.of());
        assertThat(resolver.resolve("127.0.0.1")).hasSize(1);
    }
}
