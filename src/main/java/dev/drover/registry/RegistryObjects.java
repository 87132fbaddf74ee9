package dev.drover.registry;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import dev.drover.status.ObjectLine;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The flow's workloads as the status page shows them, from what this process remembers. */
final class RegistryObjects {
    private final Memories memories;
    private final DomainKeys keys;

    RegistryObjects(Memories memories, DomainKeys keys) {
        this.memories = memories;
        this.keys = keys;
    }

    List<ObjectLine> lines() {
        return memories.all().entrySet().stream()
                .filter(it -> it.getValue().memory().standing().isPresent())
                .map(this::line)
                .sorted(Comparator.comparing(ObjectLine::object))
                .toList();
    }

    private ObjectLine line(Map.Entry<Memories.Subject, Memories.Entry> known) {
        Explanation all = explain(known.getValue());
        return new ObjectLine(
                known.getKey().kind().kind(),
                known.getKey().key(),
                all.state(),
                all.reason(),
                all.decidedAt().truncatedTo(ChronoUnit.MILLIS),
                all.record().isEmpty()
                        ? all.registry()
                        : "record " + all.record() + " of " + all.registry());
    }

    Optional<Explanation> explain(ObjectKey key) {
        return Arrays.stream(WorkloadKind.values())
                .map(kind -> memories.of(new Memories.Subject(kind, key)))
                .filter(it -> it.memory().standing().isPresent())
                .findFirst()
                .map(this::explain);
    }

    private Explanation explain(Memories.Entry entry) {
        Optional<Facts> facts = entry.workload().flatMap(Workload::facts);
        return Explanation.of(
                entry,
                label(entry, keys.link()).or(() -> facts.map(Facts::record)).orElse(""),
                label(entry, keys.model()).or(() -> facts.map(Facts::model)).orElse(""),
                label(entry, keys.version()).orElse(""));
    }

    private static Optional<String> label(Memories.Entry entry, String key) {
        return entry.workload().flatMap(it -> it.label(key));
    }
}
