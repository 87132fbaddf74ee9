package dev.drover.registry;

import dev.drover.registry.client.RegistryClients;
import dev.drover.registry.decision.Standing;
import dev.drover.registry.discovery.Registry;
import dev.drover.registry.discovery.RegistryDirectory;
import dev.drover.registry.settings.BaseUrl;
import dev.drover.registry.view.References.Reference;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is to be done now and then, whatever happens to workloads. */
final class Upkeep {
    /** Reasons that another token or another CA may end. */
    private static final Set<String> CREDENTIALS = Set.of("Unauthorized", "Forbidden", "TlsFailed");

    private final Parts parts;
    private final Directories directories;
    private final RegistryClients clients;
    private final Sweeper sweeper;
    private final SweepState state;
    private final Executor executor;

    /**
     * @param executor a walk is a task of its own there
     */
    Upkeep(
            Parts parts,
            Directories directories,
            RegistryClients clients,
            Sweeper sweeper,
            SweepState state,
            Executor executor) {
        this.parts = parts;
        this.directories = directories;
        this.clients = clients;
        this.sweeper = sweeper;
        this.state = state;
        this.executor = executor;
    }

    /** Registries come and go; their workloads, and those that had none, look again. */
    void registries() {
        RegistryDirectory before = directories.get();
        Directories.Change change = directories.refresh();
        Set<String> changed = change.registries();
        if (changed.isEmpty() && !change.names()) {
            return;
        }
        for (String registry : changed) {
            if (!address(before, registry).equals(address(directories.get(), registry))) {
                parts.view().forget(registry);
                parts.references().forget(registry);
                state.forget(registry);
                parts.queues().enqueueSlowly(parts.requests().forget(registry), "registry");
                parts.walks().renew(registry);
            }
        }
        resume(
                entry ->
                        changed.contains(entry.registry())
                                || entry.registry().isEmpty() && isFailed(entry),
                "registry");
    }

    private static Optional<BaseUrl> address(RegistryDirectory directory, String registry) {
        return directory.find(registry).map(Registry::baseUrl);
    }

    private static boolean isFailed(Memories.Entry entry) {
        return entry.memory()
                .standing()
                .filter(it -> it.state() == Standing.State.FAILED)
                .isPresent();
    }

    void credentials() {
        Set<String> changed = clients.credentialsChanged();
        if (!changed.isEmpty()) {
            resume(
                    entry ->
                            changed.contains(entry.registry())
                                    && entry.memory()
                                            .standing()
                                            .filter(it -> CREDENTIALS.contains(it.reason()))
                                            .isPresent(),
                    "credentials");
        }
    }

    private void resume(Predicate<Memories.Entry> concerned, String cause) {
        List<Memories.Subject> subjects =
                parts.memories().all().entrySet().stream()
                        .filter(it -> concerned.test(it.getValue()))
                        .map(Map.Entry::getKey)
                        .toList();
        parts.queues().enqueueSlowly(subjects, cause);
    }

    /** Models and versions are read once an hour, by a pass over a workload that needs them. */
    void references() {
        for (Reference due : parts.references().due()) {
            if (!parts.queues().oneReferrer(due, it -> isOf(due.registry(), it))) {
                parts.references().drop(due);
            }
        }
    }

    private boolean isOf(String registry, Memories.Subject subject) {
        return parts.memories().of(subject).registry().equals(registry);
    }

    /** A walk that ended before this process served a queue has asked in vain: asks again. */
    void overdue() {
        Set<Memories.Subject> overdue = new HashSet<>(parts.walks().released());
        parts.requests().wanted().stream()
                .filter(subject -> parts.memories().of(subject).equals(Memories.Entry.NONE))
                .forEach(overdue::add);
        overdue.forEach(
                it -> parts.queues().enqueue(it.kind(), List.of(it.key()), "sweep", Duration.ZERO));
    }

    void walks() {
        if (sweeper.ready()) {
            parts.walks().start(parts.registries().ids(), executor, sweeper);
        }
    }

    /** A registry answers again: what waited for it goes on, and what was missed is looked for. */
    void available(String registry) {
        parts.queues().enqueueSlowly(goneFirst(parts.outages().end(registry)), "available");
        parts.walks().hurry(registry);
    }

    /** The walk that follows asks for passes over those that live, and may be sooner. */
    private List<Memories.Subject> goneFirst(List<Memories.Subject> subjects) {
        Map<Boolean, List<Memories.Subject>> byLife =
                subjects.stream().collect(Collectors.partitioningBy(this::lives));
        return Stream.concat(byLife.get(false).stream(), byLife.get(true).stream()).toList();
    }

    private boolean lives(Memories.Subject subject) {
        return parts.platform()
                .caches()
                .apply(subject.kind().resource())
                .get(subject.key())
                .isPresent();
    }
}
