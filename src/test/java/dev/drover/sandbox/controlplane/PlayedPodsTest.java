package dev.drover.sandbox.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.RawApi;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kubelet that is played does to Jobs what the tests of the flow rely on. */
@RealApi(nodes = true)
@Timeout(90)
class PlayedPodsTest {
    private final ControlPlane plane;
    private final FreshNamespace namespace;

    PlayedPodsTest(ControlPlane plane, FreshNamespace namespace) {
        this.plane = plane;
        this.namespace = namespace;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "llama,    Complete, 0,   '\"fp\":\"c07d557e49f243b6\",\"ok\":true'",
        "exit11-x, Failed,   11,  '\"exit\":11,\"code\":\"NoConfig\"'",
        "oom,      Failed,   137, ''",
        "silent,   Complete, 0,   ''",
        "long,     Complete, 0,   '\"foundAt\":\"0000'",
        "garbage,  Complete, 0,   'not a result at all'",
    })
    void endsAsTheNameSays(String model, String end, int code, String message) {
        create(model);
        String pods = "/api/v1/namespaces/" + namespace + "/pods";
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(job(model)).contains("\"type\":\"" + end + "\""));
        RawApi.Reply list = plane.api().get(pods).expect(200);
        String terminated = "/items/0/status/containerStatuses/0/state/terminated";
        assertThat(list.at(terminated + "/exitCode")).isEqualTo(Integer.toString(code));
        assertThat(list.at(terminated + "/message")).contains(message);
    }

    private String job(String name) {
        return plane.api()
                .get("/apis/batch/v1/namespaces/" + namespace + "/jobs/" + name)
                .expect(200)
                .text();
    }

    private void create(String name) {
        plane.api()
                .create(
                        """
                        apiVersion: batch/v1
                        kind: Job
                        metadata: {name: %1$s, namespace: %2$s}
                        spec:
                          backoffLimit: 0
                          template:
                            metadata:
                              labels:
                                app.kubernetes.io/component: metadata-extraction
                                models.ome/model-name: %1$s
                            spec:
                              restartPolicy: Never
                              containers:
                                - {name: extract, image: drover, args: [--fingerprint, c07d557e49f243b6]}
                        """
                                .formatted(name, namespace));
    }
}
