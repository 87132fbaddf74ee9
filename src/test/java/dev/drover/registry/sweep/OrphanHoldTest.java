package dev.drover.registry.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** E7: how many orphans are too many, and for how long. */
class OrphanHoldTest {
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    private static Set<String> orphans(int count) {
        return IntStream.range(0, count)
                .mapToObj(String::valueOf)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static long at(int minutes) {
        return Duration.ofMinutes(minutes).toNanos();
    }

    @Test
    void letsAFewGoAtOnce() {
        assertThat(
                        OrphanHold.NONE
                                .after(orphans(10), OrphanHold.most(60, 20), at(0))
                                .releases(at(0), INTERVAL))
                .isTrue(); // 10 <= max(5, 12)
        assertThat(
                        OrphanHold.NONE
                                .after(orphans(5), OrphanHold.most(5, 20), at(0))
                                .releases(at(0), INTERVAL))
                .isTrue();
        assertThat(
                        OrphanHold.NONE
                                .after(orphans(6), OrphanHold.most(6, 20), at(0))
                                .releases(at(0), INTERVAL))
                .isFalse();
    }

    @Test
    void holdsManyUntilTheThirdWalk() {
        OrphanHold first = OrphanHold.NONE.after(orphans(50), OrphanHold.most(60, 20), at(0));
        OrphanHold second = first.after(orphans(50), OrphanHold.most(60, 20), at(10));
        OrphanHold third = second.after(orphans(50), OrphanHold.most(60, 20), at(20));
        assertThat(first.releases(at(0), INTERVAL)).isFalse();
        assertThat(second.releases(at(10), INTERVAL)).isFalse();
        assertThat(third.releases(at(20), INTERVAL)).isTrue();
    }

    @Test
    void beginsAnewWhenOthersAreFound() {
        OrphanHold hold = OrphanHold.NONE;
        for (int walk = 0; walk < 10; walk++) {
            hold = hold.after(orphans(50 + walk), OrphanHold.most(60, 20), at(10 * walk));
            assertThat(hold.releases(at(10 * walk), INTERVAL)).isFalse();
        }
    }

    @Test
    void threeWalksInAHurryAreNotEnough() {
        OrphanHold hold = OrphanHold.NONE;
        for (int walk = 0; walk < 3; walk++) {
            hold = hold.after(orphans(50), OrphanHold.most(60, 20), at(walk));
        }
        assertThat(hold.releases(at(2), INTERVAL)).isFalse();
        assertThat(hold.releases(at(10), INTERVAL)).isTrue();
    }
}
