package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Somebody deletes each metadata Job as soon as it is there. */
class VanishedJobTest {
    private static World withoutJobs() {
        World world = onBoundClaim();
        world.settle();
        world.jobs.clear();
        world.after(1).settle();
        world.jobs.clear();
        return world.after(1);
    }

    @Test
    void aJobThatVanishesTwiceIsShownAndWaitedFor() {
        World world = withoutJobs();

        assertThat(world.settle()).containsExactly("PatchStatus");

        assertThat(world.message())
                .startsWith(
                        "JobTerminating: Job llama-demo/%s was deleted right after it was created"
                                .formatted(world.created.get(0)));
        assertThat(world.state()).isEqualTo("In_Transit");
        assertThat(world.created).hasSize(2);
        assertThat(world.decide().nextLook()).contains(Duration.ofSeconds(29).minusNanos(1));
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void eachPauseIsTwiceTheLast() {
        World world = withoutJobs();
        List<Long> pauses = new ArrayList<>();
        for (int creation = 0; creation < 8; creation++) {
            int before = world.created.size();
            long waited = 0;
            while (world.created.size() == before) {
                world.after(1).settle();
                waited++;
            }
            pauses.add(waited);
            world.jobs.clear();
        }

        assertThat(pauses.get(0)).isEqualTo(29);
        for (int i = 1; i < pauses.size(); i++) {
            assertThat(pauses.get(i)).isBetween(pauses.get(i - 1), 601L);
        }
        assertThat(pauses.get(2)).isBetween(110L, 130L);
        assertThat(pauses.get(7)).isBetween(598L, 601L);
    }

    @Test
    void aJobThatIsLeftInPeaceAgainIsWaitedForAsEver() {
        World world = withoutJobs();
        world.settle();

        assertThat(world.after(30).settle())
                .containsExactly("CreateServiceAccount", "CreateJob", "PatchStatus");

        assertThat(world.message()).startsWith("JobCreated: ");
        world.after(5).jobSucceeds("{\"modelType\":\"llama\"}").settle();
        assertThat(world.message()).startsWith("MetadataExtracted: ");
    }

    @Test
    void aJobThatLivedForAWhileComesBackAtOnce() {
        World world = onBoundClaim();
        for (int deletion = 0; deletion < 4; deletion++) {
            world.settle();
            world.after(40).settle();
            world.jobs.clear();
        }

        assertThat(world.settle()).contains("CreateJob");
    }
}
