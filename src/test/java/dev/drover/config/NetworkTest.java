package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "the cloud's metadata address is link-local, 169.254.0.0/16, 169.254.169.254, true",
        "the first address beyond the network,       169.254.0.0/16, 169.255.0.0,     false",
        "a prefix inside a byte,                     10.128.0.0/9,   10.255.0.1,      true",
        "just below it,                              10.128.0.0/9,   10.127.255.255,  false",
        "everything,                                 0.0.0.0/0,      8.8.8.8,         true",
        "one address,                                10.1.2.3/32,    10.1.2.4,        false",
        "IPv6 link-local,                            fe80::/10,      febf::1,         true",
        "IPv6 beyond it,                             fe80::/10,      fec0::1,         false",
        "IPv4 mapped into IPv6 is IPv4,              169.254.0.0/16, ::ffff:169.254.169.254, true",
        "another family,                             0.0.0.0/0,      ::1,             false",
    })
    void contains(String because, String network, String address, boolean expected)
            throws UnknownHostException {
        assertThat(Network.parse(network).contains(InetAddress.getByName(address)))
                .isEqualTo(expected);
    }
}
