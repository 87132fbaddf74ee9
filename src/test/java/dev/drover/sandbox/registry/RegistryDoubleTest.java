package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.registry.api.Operation;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was not recorded: faults, version v1, base path, token. */
@Timeout(30)
class RegistryDoubleTest {
    private static final String FIND = "/api/model_registry/v1alpha3/serving_environment?name=ml";

    private RegistryDouble registry = RegistryDouble.start();

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void aFaultHitsItsCallsAsOftenAsItShould() throws IOException {
        registry.fail(RegistryFault.on(Operation.FIND_ENVIRONMENT).status(503).times(2));

        assertThat(status(FIND)).isEqualTo(503);
        assertThat(status("/readyz/health")).isEqualTo(200);
        assertThat(status(FIND)).isEqualTo(503);
        assertThat(status(FIND)).isEqualTo(404);
    }

    @Test
    void aFaultIsLifted() throws IOException {
        Runnable lift = registry.fail(RegistryFault.everywhere().html(200));
        assertThat(get(FIND).headers()).containsEntry("content-type", "text/html");

        lift.run();

        assertThat(status(FIND)).isEqualTo(404);
    }

    @Test
    void anAnswerIsLostAfterTheDeed() throws IOException {
        registry.fail(RegistryFault.on(Operation.CREATE_ENVIRONMENT).loseAnswer());

        assertThat(post("serving_environments", "{\"name\":\"ml\"}").status()).isZero();

        assertThat(registry.environments()).hasSize(1);
    }

    @Test
    void aResetDoesNothing() throws IOException {
        registry.fail(RegistryFault.on(Operation.CREATE_ENVIRONMENT).reset());

        assertThat(post("serving_environments", "{\"name\":\"ml\"}").status()).isZero();

        assertThat(registry.environments()).isEmpty();
    }

    @Test
    void somebodyElseMayBeFaster() throws IOException {
        registry.fail(
                RegistryFault.on(Operation.CREATE_ENVIRONMENT)
                        .before(request -> registry.addEnvironment("ml")));

        assertThat(post("serving_environments", "{\"name\":\"ml\"}").status()).isEqualTo(409);
    }

    @Test
    void v1RefusesOrdersThatItDoesNotKnow() throws IOException {
        registry.serve("v1", "v1alpha3");

        assertThat(status("/api/model_registry/v1/inference_services?orderBy=NAME")).isEqualTo(400);
        assertThat(status("/api/model_registry/v1/inference_services?sortOrder=UP")).isEqualTo(400);
        assertThat(
                        status(
                                "/api/model_registry/v1/inference_services?orderBy=ID"
                                        + "&sortOrder=DESC"))
                .isEqualTo(200);
        assertThat(status("/api/model_registry/v1alpha3/inference_services?orderBy=NAME"))
                .isEqualTo(200);
    }

    @Test
    void wantsItsTokenAndItsPath() throws IOException {
        registry.close();
        registry =
                RegistryDouble.start(
                        new RegistryDouble.Options().token("secret").basePath("/gateway"));

        assertThat(status(FIND)).isEqualTo(404);
        assertThat(send("GET", "/gateway" + FIND, Map.of(), null).status()).isEqualTo(401);
        RawExchange.Response answer =
                send("GET", "/gateway" + FIND, Map.of("authorization", "Bearer secret"), null);
        assertThat(new String(answer.body(), UTF_8)).contains("no serving environment found");
        assertThat(registry.requests().get(2).path()).isEqualTo(FIND.split("\\?", 2)[0]);
    }

    @Test
    void remembersRequestsWithTheirCall() throws IOException {
        status(FIND);

        SeenRequest seen = registry.requests().get(0);
        assertThat(seen).hasToString("GET " + FIND);
        assertThat(seen.operation()).isEqualTo(Optional.of(Operation.FIND_ENVIRONMENT));
    }

    @Test
    void startsAnewAfterAReinstallation() {
        registry.addModel("iris");
        registry.reinstall();
        registry.skipIds(3);

        assertThat(registry.addModel("bert")).isEqualTo("4");
    }

    @Test
    void saysWhatIsWrongWithASeed() {
        assertThatThrownBy(() -> registry.addModel("")).hasMessageContaining("required field");
    }

    private int status(String target) throws IOException {
        return get(target).status();
    }

    private RawExchange.Response get(String target) throws IOException {
        return send("GET", target, Map.of(), null);
    }

    private RawExchange.Response post(String path, String body) throws IOException {
        return send("POST", "/api/model_registry/v1alpha3/" + path, Map.of(), body.getBytes(UTF_8));
    }

    private RawExchange.Response send(
            String method, String target, Map<String, String> headers, byte[] body)
            throws IOException {
        URI server = URI.create("http://127.0.0.1:" + registry.port());
        return RawExchange.send(server, method, target, headers, body, 0).orElseThrow();
    }
}
