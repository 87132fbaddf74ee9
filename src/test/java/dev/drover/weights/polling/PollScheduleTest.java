package dev.drover.weights.polling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PollScheduleTest {
    private static final long MILLI = 1_000_000;
    private static final long TICK = 250 * MILLI;

    private final List<String> skipped = new ArrayList<>();
    private long now;
    private Duration interval = Duration.ofSeconds(10);
    private int slots = 1000;
    private final PollSchedule<String> schedule =
            new PollSchedule<>(
                    new PollRhythm<>(entry -> interval, 0.05, () -> slots),
                    () -> now,
                    new Random(1),
                    skipped::add);

    private List<String> tick() {
        now += TICK;
        return schedule.tick();
    }

    private void run(Duration time, BiConsumer<String, Long> polled) {
        for (long end = now + time.toNanos(); now < end; ) {
            for (String entry : tick()) {
                polled.accept(entry, now);
                schedule.done(entry);
            }
        }
    }

    @Test
    void spreadsTheFirstPollsOverTenMillisecondsEach() {
        IntStream.range(0, 500).forEach(i -> schedule.add("t" + i));
        Map<Long, Integer> bySecond = new HashMap<>();

        run(
                Duration.ofSeconds(6),
                (entry, at) -> bySecond.merge(at / (1000 * MILLI), 1, Integer::sum));

        assertThat(bySecond.values().stream().mapToInt(n -> n).sum()).isEqualTo(500);
        assertThat(bySecond.values()).allMatch(count -> count < 250);
    }

    @Test
    void pollsASingleEntryWithinASecond() {
        schedule.add("a");
        List<Long> times = new ArrayList<>();
        run(Duration.ofMillis(1250), (entry, at) -> times.add(at));
        assertThat(times).hasSize(1);
    }

    @Test
    void pollsEveryIntervalGiveOrTakeFivePercent() {
        schedule.add("a");
        List<Long> times = new ArrayList<>();
        run(Duration.ofMinutes(20), (entry, at) -> times.add(at));
        assertThat(times).hasSizeBetween(114, 127);
        for (int i = 1; i < times.size(); i++) {
            assertThat((times.get(i) - times.get(i - 1)) / MILLI).isBetween(9_250L, 10_750L);
        }
    }

    @Test
    void handsOutNoEntryThatIsUnderWay() {
        interval = Duration.ofSeconds(1);
        schedule.add("a");
        List<String> handedOut = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            handedOut.addAll(tick());
        }
        assertThat(handedOut).containsExactly("a");
        assertThat(schedule.getSkipped()).isEqualTo(skipped.size()).isGreaterThan(5);
        schedule.done("a");
        for (int i = 0; i < 5; i++) {
            handedOut.addAll(tick());
        }
        assertThat(handedOut).containsExactly("a", "a");
    }

    @Test
    void handsOutNoMoreThanThereAreSlots() {
        slots = 2;
        List.of("a", "b", "c").forEach(schedule::add);
        now += 900 * MILLI;
        schedule.tick();
        now += 900 * MILLI;
        schedule.tick();
        assertThat(schedule.getInFlight()).isEqualTo(2);

        schedule.done("a");
        schedule.done("b");
        schedule.done("c");

        // a slot is free one tick after its poll ended: its thread may not be idle yet
        assertThat(tick()).isEmpty();
        assertThat(tick()).hasSize(1);
    }

    @Test
    void spreadsAnewAfterAPause() {
        IntStream.range(0, 500).forEach(i -> schedule.add("t" + i));
        run(Duration.ofSeconds(30), (entry, at) -> {});
        now += Duration.ofMinutes(5).toNanos();
        Map<Long, Integer> byTick = new HashMap<>();
        run(Duration.ofSeconds(6), (entry, at) -> byTick.merge(at, 1, Integer::sum));
        assertThat(byTick.values()).allMatch(count -> count < 60);
        assertThat(byTick.values().stream().mapToInt(n -> n).sum()).isGreaterThanOrEqualTo(500);
    }

    @Test
    void aShorterIntervalHoldsAtOnce() {
        interval = Duration.ofSeconds(60);
        schedule.add("a");
        run(Duration.ofSeconds(2), (entry, at) -> {});
        interval = Duration.ofSeconds(1);
        List<Long> times = new ArrayList<>();
        run(Duration.ofSeconds(5), (entry, at) -> times.add(at));
        assertThat(times).hasSizeBetween(4, 6);
    }

    @Test
    void pollsARemovedEntryNoMoreAndKeepsItsSlotUntilItIsDone() {
        schedule.add("a");
        now += 999 * MILLI;
        schedule.tick();
        schedule.remove("a");
        assertThat(schedule.getEntries()).isZero();
        assertThat(schedule.getInFlight()).isEqualTo(1);
        schedule.done("a");
        run(Duration.ofSeconds(20), (entry, at) -> assertThat(entry).isEqualTo("nothing"));
        assertThat(schedule.getInFlight()).isZero();
    }

    @Test
    void thoseThatNeverAnswerDelayNobodyForAnHour() {
        IntStream.range(0, 1000).forEach(i -> schedule.add((i < 200 ? "hangs" : "t") + i));
        long deadline = Duration.ofSeconds(5).toNanos();
        Map<String, Long> hanging = new HashMap<>();
        Map<String, Long> last = new HashMap<>();
        long latest = 0;
        for (long end = Duration.ofHours(1).toNanos(); now < end; ) {
            for (String entry : tick()) {
                Long before = last.put(entry, now);
                if (before != null && entry.startsWith("t")) {
                    latest = Math.max(latest, now - before);
                }
                if (entry.startsWith("t")) {
                    schedule.done(entry);
                } else {
                    assertThat(hanging.put(entry, now)).as("one in flight each").isNull();
                }
            }
            hanging.entrySet()
                    .removeIf(
                            entry -> {
                                boolean over = now - entry.getValue() >= deadline;
                                if (over) {
                                    schedule.done(entry.getKey());
                                }
                                return over;
                            });
        }
        assertThat(latest / MILLI).isLessThanOrEqualTo(10_500 + 500);
        assertThat(schedule.getSkipped()).isZero();
        assertThat(schedule.getInFlight()).isEqualTo(hanging.size());
    }
}
