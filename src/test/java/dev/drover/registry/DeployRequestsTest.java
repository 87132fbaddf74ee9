package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.decision.DeployRequest;
import dev.drover.registry.decision.KnownRecord;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeployRequestsTest {
    private static final Memories.Subject CHURN =
            new Memories.Subject(WorkloadKind.INFERENCE_SERVICE, new ObjectKey("ml", "churn"));

    private final AtomicLong now = new AtomicLong();
    private final DeployRequests requests = new DeployRequests(now::get);

    private Set<Memories.Subject> walked(String registry, DesiredState state) {
        RegistryRecord record =
                new RegistryRecord(
                        "4",
                        "churn",
                        Optional.empty(),
                        "3",
                        "1",
                        Optional.empty(),
                        Optional.empty(),
                        state,
                        Map.of());
        return walked(registry, Map.of(CHURN, new KnownRecord(registry, record)));
    }

    private Set<Memories.Subject> walked(String registry, Map<Memories.Subject, KnownRecord> seen) {
        return requests.walked(
                new DeployRequests.Origin(
                        registry, Optional.empty(), JsonNodeFactory.instance.objectNode()),
                seen,
                true);
    }

    private Optional<DeployRequest> of(String madeOf) {
        Optional<Workload> workload = Optional.ofNullable(madeOf).map(DeployRequestsTest::workload);
        return requests.of(CHURN, workload, workload);
    }

    private static Workload workload(String madeOf) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace("ml")
                        .withName("churn")
                        .withUid("u")
                        .addToAnnotations(Workload.DEPLOYED_FROM, madeOf)
                        .build());
        return Workload.of(WorkloadKind.INFERENCE_SERVICE, object);
    }

    @Test
    void oneRegistrysWalkLeavesTheOthersRequestAlone() {
        walked("lab", DesiredState.UNDEPLOYED);
        walked("ml", DesiredState.DEPLOYED);
        now.addAndGet(Duration.ofSeconds(31).toNanos());
        walked("ml", DesiredState.DEPLOYED);
        walked("lab", DesiredState.UNDEPLOYED);
        assertThat(of("lab/4").orElseThrow().withdrawn()).isTrue();
    }

    @Test
    void theRecordThatAWorkloadWasMadeOfHasTheSay() {
        walked("lab", DesiredState.DEPLOYED);
        walked("ml", DesiredState.DEPLOYED);
        DeployRequest chosen = of("ml/4").orElseThrow();
        assertThat(chosen.origin()).isEqualTo("ml/4");
        assertThat(chosen.rivals()).containsExactly("record 4 of lab");
        walked("ml", DesiredState.UNDEPLOYED);
        assertThat(of("ml/4").orElseThrow().origin()).isEqualTo("ml/4");
    }

    @Test
    void withoutAWorkloadTheFirstThatAsksHasTheSay() {
        walked("lab", DesiredState.UNDEPLOYED);
        walked("ml", DesiredState.DEPLOYED);
        walked("test", DesiredState.DEPLOYED);
        DeployRequest chosen = of(null).orElseThrow();
        assertThat(chosen.origin()).isEqualTo("ml/4");
        assertThat(chosen.rivals()).containsExactly("record 4 of test");
    }

    @Test
    void aRegistryThatIsNotAllowedAnyMoreAsksForNothing() {
        walked("lab", DesiredState.DEPLOYED);
        walked("ml", DesiredState.DEPLOYED);
        assertThat(requests.forget("lab")).containsExactly(CHURN);
        assertThat(of(null).orElseThrow().origin()).isEqualTo("ml/4");
        assertThat(requests.forget("lab")).isEmpty();
    }

    @Test
    void aCompleteWalkThatDoesNotShowARecordEndsItsRequest() {
        walked("ml", DesiredState.DEPLOYED);
        assertThat(walked("ml", Map.of())).containsExactly(CHURN);
        assertThat(of(null)).isEmpty();
    }

    @Test
    void onlyWhatShouldExistIsWanted() {
        walked("ml", DesiredState.UNDEPLOYED);
        assertThat(requests.wanted()).isEmpty();
        walked("lab", DesiredState.DEPLOYED);
        assertThat(requests.wanted()).containsExactly(CHURN);
    }
}
