package dev.drover.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Three candidates, one Lease, and everything that can happen to them: slow calls, lost answers,
 * refused calls, frozen processes, an operator who meddles. Two open fences at once never.
 */
class LeaseSafetyProperties {
    private static final long TENTH = Duration.ofMillis(100).toNanos();

    private LeaseOnPaper lease;
    private long now;

    @Property(tries = 200)
    void twoFencesAreNeverOpenAtOnce(@ForAll long seed) {
        lease = new LeaseOnPaper(); // tries share the instance
        now = 0;
        Random random = new Random(seed);
        List<Replica> processes = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            processes.add(new Replica(name, random));
        }
        int led = 0;
        for (int tick = 0; tick < 6000; tick++) { // ten minutes
            now += TENTH;
            // From the first minute on, because who starts while the Lease is gone cannot know of
            // a leader; a loss that follows a loss at once, nobody could tell from one.
            if (tick > 600 && tick % 600 == 0) {
                meddle(random);
            }
            processes.forEach(Replica::tick);
            long open = processes.stream().filter(Replica::mayWrite).count();
            assertThat(open).as("leaders at %s s", tick / 10.0).isLessThanOrEqualTo(1);
            led += (int) open;
        }
        assertThat(led).as("ticks with a leader").isPositive();
    }

    /**
     * Deletes the Lease, empties it, makes it last ten years, never steals or clears the holder.
     */
    private void meddle(Random random) {
        switch (random.nextInt(8)) {
            case 0 -> lease.edit(null);
            case 1 -> lease.edit(Map.of());
            case 2 -> alter("leaseDurationSeconds", 315_360_000);
            case 3 -> alter("leaseDurationSeconds", null);
            case 4 -> alter("renewTime", null);
            case 5 -> alter("leaseTransitions", -1);
            default -> {}
        }
    }

    private void alter(String field, Object value) {
        if (lease.holder().isPresent()) {
            Map<String, Object> spec = new HashMap<>(lease.spec());
            spec.put(field, value);
            spec.values().removeIf(Objects::isNull);
            lease.edit(spec);
        }
    }

    /** One process: its requests reach the server late, are answered later or not at all. */
    private final class Replica {
        private final Candidate candidate;
        private final Random random;
        private LeaseStep.Request underWay;
        private long sent;
        private long arrives;
        private long answered;
        private LeaseAnswer answer;
        private long frozenUntil;

        Replica(String name, Random random) {
            this.candidate = new Candidate(name, lease, () -> now, random.nextDouble());
            this.random = random;
        }

        void tick() {
            if (underWay != null && answer == null && now >= arrives) {
                answer = // the network goes on while a process is frozen
                        random.nextInt(8) == 0
                                ? new LeaseAnswer.Failed("503", false)
                                : underWay.send(lease);
                if (random.nextInt(8) == 0) {
                    answer = new LeaseAnswer.Failed("answer lost", false);
                }
            }
            if (now < frozenUntil) {
                return;
            }
            if (random.nextInt(1500) == 0) {
                frozenUntil = now + random.nextInt(400) * TENTH;
                return;
            }
            if (random.nextInt(50) == 0) {
                candidate.election.glimpsed(Optional.empty());
            }
            if (underWay == null) {
                send();
            } else if (answer != null && now >= answered) {
                answer.tell(candidate.election, sent, now);
                underWay = null;
                answer = null;
            }
        }

        private void send() {
            if (candidate.election.next(now) instanceof LeaseStep.Request request) {
                underWay = request;
                sent = now;
                arrives = now + random.nextInt(15) * TENTH;
                answered = arrives + random.nextInt(15) * TENTH;
            }
        }

        boolean mayWrite() {
            return candidate.leads() && now - candidate.election.deadline() < 0;
        }
    }
}
