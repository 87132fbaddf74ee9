package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls at once: workers take a slot or leave, a walk waits. */
@Timeout(10)
class SlotsTest {
    private final AtomicInteger most = new AtomicInteger(2);
    private final Semaphore workers = new Semaphore(3);
    private final Slots slots = new Slots(most::get, workers, System::nanoTime);

    @Test
    void thereAreSoManyAndNoMore() {
        assertThat(slots.take()).isTrue();
        assertThat(slots.take()).isTrue();
        assertThat(slots.take()).isFalse();

        slots.giveBack();
        assertThat(slots.take()).isTrue();
    }

    @Test
    void theNumberMayChangeWhileCallsAreUnderWay() {
        slots.take();
        most.set(1);
        assertThat(slots.take()).isFalse();
        most.set(2);
        assertThat(slots.take()).isTrue();
    }

    @Test
    void allRegistriesTogetherLeaveAWorkerFree() {
        Slots another = new Slots(() -> 2, workers, System::nanoTime);
        slots.take();
        slots.take();

        assertThat(another.take()).isTrue();
        assertThat(another.take()).isFalse();
        slots.giveBack();
        assertThat(another.take()).isTrue();
    }

    @Test
    void aWalkWaitsForASlotAndTakesNoWorkersPlace() throws Exception {
        slots.take();
        slots.take();
        assertThat(slots.await(1)).isFalse();

        CompletableFuture<Boolean> walk =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return slots.await(10_000);
                            } catch (InterruptedException e) {
                                return false;
                            }
                        });
        slots.giveBack();

        assertThat(walk.get(5, TimeUnit.SECONDS)).isTrue();
        assertThat(workers.availablePermits()).isEqualTo(2);
        slots.giveOneBack();
        assertThat(slots.take()).isTrue();
    }
}
