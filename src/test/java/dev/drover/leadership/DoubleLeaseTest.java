package dev.drover.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.apiserver.Fault;
import dev.drover.sandbox.apiserver.SeenRequest;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The scenarios against the double, and what only a double can do. */
class DoubleLeaseTest extends LeaseScenarios {
    private final ApiServerDouble server = ApiServerDouble.start();

    DoubleLeaseTest() {
        server.create("{apiVersion: v1, kind: Namespace, metadata: {name: drover-system}}");
    }

    @Override
    KubernetesClient client() {
        return server.client();
    }

    @Override
    String namespace() {
        return "drover-system";
    }

    @AfterEach
    void close() {
        server.close();
    }

    private KubernetesLeaseApi lease(KubernetesClient client) {
        return new KubernetesLeaseApi(client, namespace(), "drover-weights", "drover-weights");
    }

    @Test
    void staysWithinTheRightsOfTheShippedRole() throws Exception {
        handsOverWithinASecondWhenTheLeaderIsStopped();
        assertThat(server.requests().matching(r -> r.resource().equals("leases")))
                .extracting(SeenRequest::verb)
                .containsOnly("create", "get", "patch", "watch");
        assertThat(server.requests().of("watch", "leases"))
                .isNotEmpty()
                .allMatch(r -> r.query().contains("fieldSelector=metadata.name"));
        assertThat(server.requests().matching(r -> r.writes() && r.resource().equals("leases")))
                .allMatch(r -> r.query().contains("fieldManager=drover-weights"));
    }

    @Test
    void tellsAnswersApart() {
        try (KubernetesClient client = server.client()) {
            KubernetesLeaseApi lease = lease(client);
            var spec = JsonNodeFactory.instance.objectNode().put("holderIdentity", "a");
            assertThat(lease.read()).isInstanceOf(LeaseAnswer.Absent.class);
            assertThat(lease.patch("1", spec)).isInstanceOf(LeaseAnswer.Conflict.class);
            LeaseRecord made = ((LeaseAnswer.Written) lease.create(spec)).lease();
            assertThat(made.holder()).contains("a");
            assertThat(made.uid()).isNotEmpty();
            assertThat(lease.create(spec)).isInstanceOf(LeaseAnswer.Conflict.class);
            assertThat(lease.patch("1", spec)).isInstanceOf(LeaseAnswer.Conflict.class);
            assertThat(lease.patch(made.resourceVersion(), LeaseSpec.released()))
                    .extracting(answer -> ((LeaseAnswer.Written) answer).lease().holder().isEmpty())
                    .isEqualTo(true);

            server.fail(Fault.get("leases").with(403).times(1));
            assertThat(lease.read())
                    .isInstanceOfSatisfying(
                            LeaseAnswer.Failed.class,
                            failed -> {
                                assertThat(failed.forbidden()).isTrue();
                                assertThat(failed.reason())
                                        .startsWith("GET leases/drover-system/drover-weights: ")
                                        .endsWith(
                                                "; Leases are kept in namespace drover-system: if"
                                                        + " Drover lives elsewhere, say so by"
                                                        + " drover.namespace (DROVER_NAMESPACE), else"
                                                        + " kubectl apply -l drover.dev/part=rbac -k"
                                                        + " <overlay you installed>")
                                        .doesNotContain("Status(", "http")
                                        .hasSizeLessThan(400);
                            });
            server.fail(Fault.get("leases").closing().times(1));
            assertThat(lease.read())
                    .isInstanceOfSatisfying(
                            LeaseAnswer.Failed.class,
                            failed ->
                                    assertThat(failed.reason())
                                            .startsWith(
                                                    "GET leases/drover-system/drover-weights:"));
        }
    }

    @Test
    void aHangingRequestEndsWithItsTimeoutAndIsNotSentAgain() {
        try (KubernetesClient client = server.client()) {
            client.getConfiguration().setRequestTimeout(300);
            server.fail(Fault.get("leases").hanging());
            assertThat(lease(client).read()).isInstanceOf(LeaseAnswer.Failed.class);
            await().until(() -> !server.requests().of("get", "leases").isEmpty());
            assertThat(server.requests().of("get", "leases")).hasSize(1);
        }
    }
}
