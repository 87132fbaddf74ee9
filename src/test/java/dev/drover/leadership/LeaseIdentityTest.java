package dev.drover.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaseIdentityTest {
    private static final String UID = "0f5e0c1a-1111-2222-3333-444444444444";

    @Test
    void namesThePodAndTheHeadOfItsUid() {
        assertThat(LeaseIdentity.of(Map.of("POD_NAME", "drover-7c", "POD_UID", UID)))
                .isEqualTo("drover-7c_0f5e0c1a");
    }

    @Test
    void takesTheHostNameWithoutAPodName() {
        assertThat(LeaseIdentity.of(Map.of("HOSTNAME", "node-1", "POD_UID", UID)))
                .isEqualTo("node-1_0f5e0c1a");
    }

    @Test
    void isADifferentOneEachTimeWithoutAPodUid() {
        Map<String, String> environment = Map.of("POD_NAME", "drover-7c");
        String one = LeaseIdentity.of(environment);
        assertThat(one).matches("drover-7c_[0-9a-f]{8}");
        assertThat(LeaseIdentity.of(environment)).isNotEqualTo(one);
    }
}
