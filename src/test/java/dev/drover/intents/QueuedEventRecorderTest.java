package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class QueuedEventRecorderTest {
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private boolean on = true;
    private boolean expired;
    private RuntimeException failure;
    private final CountDownLatch created = new CountDownLatch(1);

    private final EventSender sender =
            new EventSender() {
                @Override
                public void create(String namespace, ObjectNode event) {
                    if (failure != null) {
                        throw failure;
                    }
                    calls.add("create " + namespace + " " + event.path("series").path("count"));
                    created.countDown();
                }

                @Override
                public boolean patch(String namespace, String name, ObjectNode patch) {
                    calls.add("patch " + patch.at("/series/count"));
                    return !expired;
                }
            };
    private final QueuedEventRecorder recorder =
            new QueuedEventRecorder(
                    sender,
                    "drover-0",
                    () -> on,
                    meters,
                    Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                    () -> 0);

    @Test
    void writesOneEventAndThenItsCount() {
        record("same", "same", "same");

        assertThat(calls).containsExactly("create team-a ", "patch 2", "patch 3");
        assertThat(meters.get("drover.events").tag("reason", "WeightsManaged").counter().count())
                .isEqualTo(3);
    }

    @Test
    void createsAnEventAnewThatExpired() {
        expired = true;

        record("same", "same");

        assertThat(calls).containsExactly("create team-a ", "patch 2", "create team-a 2");
    }

    @Test
    void dropsTheOldestWhenTheQueueIsFull() {
        for (int i = 0; i < QueuedEventRecorder.QUEUE + 3; i++) {
            recorder.record("weights", EventCorrelatorTest.notice("m" + i, "R", "note"));
        }
        recorder.sendQueued();

        assertThat(dropped("queue")).isEqualTo(3);
        assertThat(calls).hasSize(QueuedEventRecorder.QUEUE);
    }

    @Test
    void countsWhatTheLimitOfAnObjectDrops() {
        record(
                java.util.stream.IntStream.range(0, 40)
                        .mapToObj(i -> "n" + i)
                        .toArray(String[]::new));

        assertThat(dropped("rate")).isEqualTo(15);
        assertThat(calls).hasSize(25);
    }

    @Test
    void aRefusedEventHarmsNobody() {
        failure = new KubernetesClientException("events is forbidden");

        record("one");

        assertThat(dropped("failed")).isEqualTo(1);
    }

    @Test
    void sendsNothingWhileSwitchedOff() {
        on = false;

        record("one");

        assertThat(calls).isEmpty();
    }

    @Test
    void sendsFromItsOwnThreadUntilItIsStopped() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addService(recorder);
            context.start();
            recorder.record("weights", EventCorrelatorTest.notice("llama", "R", "note"));

            assertThat(created.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(recorder.isStopped() || recorder.getStatus().isStopped()).isTrue();
    }

    private void record(String... notes) {
        for (String note : notes) {
            recorder.record("weights", EventCorrelatorTest.notice("llama", "WeightsManaged", note));
        }
        recorder.sendQueued();
    }

    private double dropped(String cause) {
        return meters.get("drover.events.dropped").tag("cause", cause).counter().count();
    }
}
