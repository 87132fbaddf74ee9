package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.Walk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WalksTest {
    private long now;
    private final Walks walks = new Walks(() -> Duration.ofMinutes(10), () -> now);
    private final List<String> followed = new ArrayList<>();
    private Runnable meanwhile = () -> {};

    private void walk() {
        walks.start(
                List.of("ml"),
                Runnable::run,
                new Walks.WalkOne() {
                    @Override
                    public Walk walk(String registry) {
                        meanwhile.run();
                        return new Walk(
                                Walk.Extent.COMPLETE, 1, Optional.empty(), Optional.empty());
                    }

                    @Override
                    public void follow(String registry, Walk walk) {
                        followed.add(registry);
                    }
                });
    }

    @Test
    void theFirstWalkIsAwaited() {
        assertThat(walks.isAwaited("ml")).isTrue();
        walk();
        assertThat(walks.isAwaited("ml")).isFalse();
        assertThat(followed).containsExactly("ml");
    }

    @Test
    void aWalkThatTakesMinutesHoldsNobodyUp() {
        assertThat(walks.isAwaited("ml")).isTrue();
        now += Duration.ofMinutes(2).toNanos();
        assertThat(walks.isAwaited("ml")).isFalse();
    }

    @Test
    void aWalkThatOutlivesItsTermCountsForNothing() {
        meanwhile = walks::clear;
        walk();
        assertThat(walks.isAwaited("ml")).isTrue();
        assertThat(followed).isEmpty();

        meanwhile = () -> {};
        walk();
        assertThat(followed).containsExactly("ml");
    }

    @Test
    void anotherRegistryBehindTheSameIdIsWalkedAtOnce() {
        walk();
        walks.renew("ml");
        assertThat(walks.isAwaited("ml")).isTrue();
        walk();
        assertThat(followed).hasSize(2);
    }
}
