package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import dev.drover.sandbox.registry.SeenRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which version of the API is used, and when that is asked. */
@Timeout(30)
class ApiVersionsTest {
    private static final String V1 = "/api/model_registry/v1/registered_models";
    private static final String V1ALPHA3 = "/api/model_registry/v1alpha3/registered_models";

    private RegistryDouble server;
    private ClientRig rig;

    @BeforeEach
    void start() throws Exception {
        server = RegistryDouble.start();
        rig = ClientRig.at(server.url());
    }

    @AfterEach
    void stop() {
        rig.close();
        server.close();
    }

    @Test
    void prefersV1() {
        server.serve("v1", "v1alpha3");

        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();

        assertThat(paths()).containsExactly(V1, "/api/model_registry/v1/serving_environment");
    }

    @Test
    void takesV1alpha3WhereV1IsNot() {
        rig.registry().findEnvironment("ml");
        rig.registry().findEnvironment("ml");

        assertThat(paths())
                .containsExactly(
                        V1,
                        V1ALPHA3,
                        "/api/model_registry/v1alpha3/serving_environment",
                        "/api/model_registry/v1alpha3/serving_environment");
    }

    @Test
    void asksNothingWhenTheVersionIsSet() {
        rig.apply(Map.of("API", "v1alpha3"));

        rig.registry().findEnvironment("ml");

        assertThat(server.requests(Operation.PROBE)).isEmpty();
    }

    @Test
    void concludesNothingFromAServerThatIsStarting() {
        server.starting(true);

        assertThat(failure().reason()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(server.requests(Operation.FIND_ENVIRONMENT)).isEmpty();

        server.starting(false);
        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
    }

    @Test
    void concludesNothingFromAnAnswerThatIsNoList() {
        server.fail(RegistryFault.on(Operation.PROBE).html(200).times(1));

        assertThat(failure().code()).isEqualTo("body");
        assertThat(server.requests()).hasSize(1);
        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
    }

    @Test
    void saysWhatIsMissingWhereNoVersionIs() {
        server.serve("v2");

        assertThat(failure().reason()).isEqualTo(Reason.MISCONFIGURED);
        assertThat(failure().detail())
                .isEqualTo(
                        "no known version of the API is at this address (/api/model_registry/v1,"
                                + " /api/model_registry/v1alpha3)");
    }

    @Test
    void asksAgainEveryHour() {
        rig.registry().findEnvironment("ml");
        server.serve("v1");
        rig.skip(Duration.ofMinutes(61));

        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
        assertThat(paths()).endsWith("/api/model_registry/v1/serving_environment");
    }

    @Test
    void asksAgainAfterAPathThatIsUnknown() {
        rig.registry().findEnvironment("ml");
        server.serve("v1");

        assertThat(failure().reason()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
    }

    @Test
    void asksAgainAfterGone() {
        rig.registry().findEnvironment("ml");
        server.forgetRequests();
        server.fail(RegistryFault.on(Operation.FIND_ENVIRONMENT).status(410).times(1));

        assertThat(failure().code()).isEqualTo("410");
        assertThat(server.requests(Operation.PROBE)).hasSize(2);
    }

    @Test
    void aSetVersionThatIsNotThereIsMisconfigured() {
        rig.apply(Map.of("API", "v1"));

        assertThat(failure().reason()).isEqualTo(Reason.MISCONFIGURED);
    }

    @Test
    void tellsWhenAVersionMayEnd() {
        server.fail(RegistryFault.everywhere().header("sunset", "Thu, 31 Dec 2026 23:59:59 GMT"));

        rig.registry().findEnvironment("ml");

        assertThat(
                        rig.meters
                                .get("drover.registry.api.sunset.timestamp")
                                .tag("registry", "ml")
                                .gauge()
                                .value())
                .isEqualTo(1_798_761_599.0);
    }

    private Failure failure() {
        Answer<?> answer = rig.registry().findEnvironment("ml");
        return answer.failure().orElseThrow();
    }

    private List<String> paths() {
        return server.requests().stream().map(SeenRequest::path).toList();
    }
}
