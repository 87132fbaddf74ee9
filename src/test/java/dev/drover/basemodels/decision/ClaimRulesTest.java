package dev.drover.basemodels.decision;

import static dev.drover.basemodels.decision.World.baseModel;
import static dev.drover.basemodels.decision.World.onBoundClaim;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.ClaimUser;
import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.basemodels.settings.FirstConsumer;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a claim is good enough for a Job, and where the Job must run (spec basemodels 5.3). */
class ClaimRulesTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            nullValues = "-",
            value = {
                "a bound claim,                  Bound,   Immediate,            -,    fast, JOB, "
                        + " JobCreated",
                "the Job is the first consumer,  Pending, WaitForFirstConsumer, -,    fast, JOB, "
                        + " FirstConsumerCreated",
                "somebody else is,               Pending, WaitForFirstConsumer, -,    fast, WAIT,"
                        + " WaitingForConsumer",
                "a volume is chosen already,     Pending, WaitForFirstConsumer, pv-1, fast, JOB, "
                        + " ClaimPending",
                "nobody has to use it first,     Pending, Immediate,            -,    fast, JOB, "
                        + " ClaimPending",
                "a claim without class,          Pending, WaitForFirstConsumer, -,    '',   JOB, "
                        + " ClaimPending",
                "no class named,                 Pending, WaitForFirstConsumer, -,    -,    JOB, "
                        + " ClaimPending",
                "the class does not exist,       Pending, -,                    -,    fast, JOB, "
                        + " StorageClassMissing",
                "the class does not exist,       Pending, -,                    pv-1, fast, WAIT,"
                        + " StorageClassMissing",
                "an unknown phase is Pending,    Odd,     Immediate,            -,    fast, JOB, "
                        + " ClaimPending",
                "no phase at all is Pending,     -,       Immediate,            -,    fast, JOB, "
                        + " ClaimPending",
            })
    void judgesAClaim(
            String because,
            String phase,
            String bindingMode,
            String volume,
            String storageClass,
            FirstConsumer consumer,
            String cause) {
        World world =
                baseModel("pvc://model-storage/p")
                        .withClaim("llama-demo", "model-storage", "Pending");
        ObjectNode spec = (ObjectNode) world.claim.get("spec");
        ObjectNode status = (ObjectNode) world.claim.get("status");
        status.remove("phase");
        if (phase != null) {
            status.put("phase", phase);
        }
        spec.remove("storageClassName");
        if (storageClass != null) {
            spec.put("storageClassName", storageClass);
        }
        if (volume != null) {
            spec.put("volumeName", volume);
        }
        world.storageClass = null;
        if (bindingMode != null && "fast".equals(storageClass)) {
            world.withClass(bindingMode);
        }
        world.settings = Settings.changing().with(BasemodelsKeys.FIRST_CONSUMER, consumer).build();

        world.settle();

        assertThat(world.message()).startsWith(cause + ": ");
    }

    @Test
    void aClassThatCannotBeReadIsNotMissing() {
        World world =
                baseModel("pvc://model-storage/p")
                        .withClaim("llama-demo", "model-storage", "Pending");
        world.storageClass = null;
        world.classesReadable = false;

        world.settle();

        assertThat(world.message()).startsWith("ClaimPending: ");
    }

    @Test
    void theFirstConsumerFinishesWhateverTheClaimSaysMeanwhile() {
        World world =
                baseModel("pvc://model-storage/p")
                        .withClaim("llama-demo", "model-storage", "Pending")
                        .withClass("WaitForFirstConsumer");
        world.settle();
        assertThat(world.condition("SourceReachable").path("reason").asText())
                .isEqualTo("PVCNotBound");

        world.after(5).jobSucceeds("{}").settle();
        assertThat(world.state()).isEqualTo("Ready");

        world.claimPhase("Bound").settle();
        assertThat(world.state()).isEqualTo("Ready");
        assertThat(world.condition("SourceReachable").path("reason").asText())
                .isEqualTo("PVCValidated");
        assertThat(world.created).hasSize(1);
    }

    @Test
    void looksLessOftenTheLongerAClaimIsPending() {
        World world =
                baseModel("pvc://model-storage/p")
                        .withClaim("llama-demo", "model-storage", "Pending");
        world.settle();

        assertThat(world.decide().nextLook()).contains(Duration.ofSeconds(5));
        assertThat(world.after(20).decide().nextLook().map(Duration::toSeconds)).contains(20L);
        assertThat(world.after(1000).decide().nextLook()).contains(Duration.ofMinutes(2));
    }

    @ParameterizedTest(name = "{0} in use: {1}")
    @CsvSource({
        "ReadWriteMany,    anywhere, JobCreated",
        "ReadOnlyMany,     anywhere, JobCreated",
        "ReadWriteOnce,    node-1,   JobCreated",
        "ReadWriteOncePod, nowhere,  ClaimInUse"
    })
    void aClaimInUseSaysWhereTheJobMayRun(String accessMode, String where, String cause) {
        World world = onBoundClaim();
        ((ObjectNode) world.claim.get("spec")).putArray("accessModes").add(accessMode);
        world.users.add(new ClaimUser(ObjectKey.parse("llama-demo/server-1"), "node-1"));

        world.settle();

        assertThat(world.message()).startsWith(cause + ": ");
        boolean asked = world.reads.stream().anyMatch(LiveRead.ClaimUsers.class::isInstance);
        assertThat(asked).isEqualTo(!where.equals("anywhere"));
        if (!where.equals("nowhere")) {
            JsonNode affinity = world.job().at("/spec/template/spec/affinity");
            assertThat(affinity.toString().contains("node-1")).isEqualTo(where.equals("node-1"));
        }
    }

    @Test
    void aHeldClaimIsNoFailedAttempt() {
        World world = onBoundClaim();
        ((ObjectNode) world.claim.get("spec")).putArray("accessModes").add("ReadWriteOncePod");
        world.users.add(new ClaimUser(ObjectKey.parse("llama-demo/server-1"), "node-1"));
        world.settle();
        assertThat(world.created).isEmpty();
        assertThat(world.after(240).decide().nextLook().map(Duration::toSeconds)).contains(240L);

        world.users.clear();

        assertThat(world.settle()).contains("CreateJob");
        assertThat(world.created).containsExactly("llama-3-2-1b-instruct-metadata-5da5816b38");
    }

    @Test
    void aResizeStartsNothing() {
        World world = onBoundClaim();
        world.settle();
        world.after(5).jobSucceeds("{}").settle();

        world.claim.withObject("/status/capacity").put("storage", "20Gi");

        assertThat(world.settle()).isEqualTo(List.of("PatchAnnotations"));
        assertThat(world.annotation("drover.dev/pvc").path("capacity").asText()).isEqualTo("20Gi");
        assertThat(world.created).hasSize(1);
    }
}
