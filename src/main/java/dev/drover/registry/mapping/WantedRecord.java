package dev.drover.registry.mapping;

import dev.drover.registry.api.DesiredState;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the record of a living workload should say, whichever model it is of (spec registry 6.2,
 * 6.3). Pure.
 *
 * @param state as the workload wants it
 * @param runtime empty when nothing tells it; the stored one then stays
 * @param properties all of Drover's, but for what only references know
 */
public record WantedRecord(DesiredState state, Optional<String> runtime, OwnProperties properties) {
    private static final int RUNTIME_BYTES = 255;
    private static final Map<WorkloadKind, Mapping> MAPPINGS =
            new EnumMap<>(
                    Map.of(
                            WorkloadKind.INFERENCE_SERVICE, new InferenceServiceMapping(),
                            WorkloadKind.LLM_INFERENCE_SERVICE, new LlmInferenceServiceMapping()));

    /**
     * @param cluster identity of the cluster; empty when it is not known
     * @param stopped state of a record whose workload is stopped
     */
    public static WantedRecord of(
            Workload workload, Optional<String> cluster, DesiredState stopped) {
        Mapping mapping = MAPPINGS.get(workload.kind());
        OwnProperties properties =
                mapping.properties(workload)
                        .with(OwnKey.UID, workload.uid())
                        .with(OwnKey.NAMESPACE, workload.key().namespace())
                        .with(OwnKey.NAME, workload.key().name())
                        .with(OwnKey.KIND, workload.kind().kind())
                        .with(OwnKey.CLUSTER, cluster);
        return new WantedRecord(
                workload.stopped() ? stopped : DesiredState.DEPLOYED,
                mapping.runtime(workload).map(name -> PropertyText.of(name, RUNTIME_BYTES)),
                properties);
    }

    /** The last properties of a record whose workload is gone: what was there stays as history. */
    public static OwnProperties closed(OwnProperties stored) {
        return stored.with(OwnKey.READY, false).with(OwnKey.READY_REASON, Readiness.DELETED);
    }
}
