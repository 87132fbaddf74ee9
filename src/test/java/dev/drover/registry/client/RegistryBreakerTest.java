package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.Retry;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A registry in trouble is left alone, and no other one notices. */
@Timeout(60)
class RegistryBreakerTest {
    private RegistryDouble server;
    private RegistryDouble other;
    private ClientRig rig;

    @BeforeEach
    void start() throws Exception {
        server = RegistryDouble.start();
        other = RegistryDouble.start();
        rig = new ClientRig(Map.of("AT_ML_URL", server.url(), "AT_OTHER_URL", other.url()));
        rig.registry().findEnvironment("ml");
        rig.registry("other").findEnvironment("ml");
        server.forgetRequests();
    }

    @AfterEach
    void stop() {
        rig.close();
        server.close();
        other.close();
    }

    @Test
    void opensAfterFiveFailuresOfTenCallsAndSendsNothingMore() {
        open();
        server.forgetRequests();

        Failure failure = rig.registry().findEnvironment("ml").failure().orElseThrow();

        assertThat(server.requests()).isEmpty();
        assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(failure.code()).isEqualTo("open");
        assertThat(failure.retry()).isEqualTo(Retry.UNCOUNTED);
        assertThat(failure.after().orElseThrow())
                .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
        assertThat(state("ml")).isEqualTo(2);
        assertThat(rig.news).containsExactly("ml unavailable: find_environment 503: injected");
    }

    @Test
    void closesAfterTwoGoodProbesAndTellsIt() {
        open();
        server.heal();
        rig.skip(Duration.ofSeconds(250));
        breaker("ml").transitionToHalfOpenState();
        assertThat(state("ml")).isEqualTo(1);

        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
        assertThat(rig.news).hasSize(1);
        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();

        assertThat(rig.news).last().asString().startsWith("ml available after 25");
        assertThat(state("ml")).isZero();
    }

    @Test
    void tellsOfOneOutageOnce() {
        open();
        breaker("ml").transitionToHalfOpenState();
        rig.registry().findEnvironment("ml");
        rig.registry().findEnvironment("ml");

        assertThat(state("ml")).isEqualTo(2);
        assertThat(rig.news).hasSize(1);
    }

    @Test
    void refusalsOfTheRegistryAreNoFailures() {
        for (int status : new int[] {400, 401, 403, 404, 409, 422, 302, 405}) {
            Runnable lift =
                    server.fail(RegistryFault.on(Operation.FIND_ENVIRONMENT).status(status));
            rig.registry().findEnvironment("ml");
            lift.run();
        }

        assertThat(state("ml")).isZero();
    }

    @Test
    void anUnreadableBodyIsAFailure() {
        server.fail(RegistryFault.on(Operation.FIND_ENVIRONMENT).html(200));
        for (int i = 0; i < 5; i++) {
            rig.registry().findEnvironment("ml");
        }
        assertThat(state("ml")).isEqualTo(2);
    }

    @Test
    void anotherRegistryIsAsFastAsBefore() {
        open();

        long slowest = 0;
        for (int i = 0; i < 20; i++) {
            long before = System.nanoTime();
            assertThat(rig.registry("other").findEnvironment("ml").provenAbsent()).isTrue();
            slowest = Math.max(slowest, System.nanoTime() - before);
        }

        assertThat(Duration.ofNanos(slowest)).isLessThan(Duration.ofMillis(500));
        assertThat(state("other")).isZero();
    }

    @Test
    void aHangingRegistryTakesItsSlotsAndNoMore() throws Exception {
        server.fail(RegistryFault.on(Operation.FIND_ENVIRONMENT).hang());
        ExecutorService workers = Executors.newFixedThreadPool(7);
        try {
            List<Future<Failure>> calls = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                calls.add(workers.submit(this::fail));
            }
            awaitRequests(2);

            long before = System.nanoTime();
            Failure third = fail();
            assertThat(third.code()).isEqualTo("busy");
            assertThat(third.reason()).isEqualTo(Reason.BUSY);
            assertThat(third.retry()).isEqualTo(Retry.UNCOUNTED);
            assertThat(third.after()).contains(Duration.ofSeconds(1));
            assertThat(rig.registry("other").findEnvironment("ml").provenAbsent()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isLessThan(Duration.ofSeconds(1));

            for (Future<Failure> call : calls) {
                assertThat(call.get(10, TimeUnit.SECONDS).code()).isEqualTo("timeout");
            }
            assertThat(fail().code()).isEqualTo("timeout"); // the slots are free again
        } finally {
            workers.shutdownNow();
        }
    }

    @Test
    void aRegistryAtAnotherAddressStartsAnew() throws Exception {
        open();

        rig.apply(Map.of("AT_ML_URL", other.url(), "AT_OTHER_URL", server.url()));

        assertThat(state("ml")).isZero();
        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
    }

    private Failure fail() {
        return rig.registry().findEnvironment("ml").failure().orElseThrow();
    }

    private void awaitRequests(int count) {
        await().atMost(Duration.ofSeconds(10)).until(() -> server.requests().size() >= count);
    }

    private void open() {
        for (int i = 0; i < 5; i++) {
            rig.registry().findEnvironment("ml");
        }
        server.fail(RegistryFault.on(Operation.FIND_ENVIRONMENT).status(503));
        for (int i = 0; i < 5; i++) {
            rig.registry().findEnvironment("ml");
        }
    }

    private double state(String registry) {
        return rig.meters
                .get("drover.registry.breaker.state")
                .tag("registry", registry)
                .gauge()
                .value();
    }

    private CircuitBreaker breaker(String registry) {
        return rig.context
                .getRegistry()
                .findSingleByType(CircuitBreakerRegistry.class)
                .circuitBreaker("registry-request-" + registry + "-breaker");
    }
}
