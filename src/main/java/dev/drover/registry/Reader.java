package dev.drover.registry;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Call;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.ModelRegistry;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.decision.Presence;
import dev.drover.registry.decision.Read;
import dev.drover.registry.decision.Situation;
import dev.drover.registry.decision.Turn;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.view.References.Kind;
import dev.drover.registry.view.References.Reference;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Answers what a decision wants to know: from a cache, a registry or the API server. */
final class Reader {
    private final Parts parts;
    private final LiveReads live;

    Reader(Parts parts, LiveReads live) {
        this.parts = parts;
        this.live = live;
    }

    /**
     * The answer; asks a server only where that is what the read is about.
     *
     * @param calls hears of each HTTP call
     */
    Answer<?> answer(Read<?> read, Situation situation, Consumer<Call> calls) {
        if (read instanceof Read.LinkTurn) {
            return new Answer.Found<>(turn(situation));
        }
        if (read instanceof Read.DeployTurn deploy) {
            return new Answer.Found<>(turn(deploy));
        }
        if (read instanceof Read.LiveObject object) {
            return new Answer.Found<>(live.object(situation.kind(), object.key()));
        }
        if (read instanceof Read.NamespaceNamed namespace) {
            return new Answer.Found<>(live.namespace(namespace.name()));
        }
        if (read instanceof Read.EnvironmentNamed it) {
            return reference(
                    new Reference(it.registry(), Kind.ENVIRONMENT, it.name()),
                    parts.references().environment(it.registry(), it.name()),
                    calls,
                    registry -> registry.findEnvironment(it.name()));
        }
        if (read instanceof Read.ModelWithId it) {
            return reference(
                    new Reference(it.registry(), Kind.MODEL, it.id()),
                    parts.references().model(it.registry(), it.id()),
                    calls,
                    registry -> registry.model(it.id()));
        }
        if (read instanceof Read.VersionWithId it) {
            return reference(
                    new Reference(it.registry(), Kind.VERSION, it.id()),
                    parts.references().version(it.registry(), it.id()),
                    calls,
                    registry -> registry.version(it.id()));
        }
        return record(read, calls);
    }

    private Answer<?> record(Read<?> read, Consumer<Call> calls) {
        if (read instanceof Read.RecordWithId it) {
            Answer<RegistryRecord> answer =
                    ask(it.registry(), calls, registry -> registry.record(it.id()));
            if (answer instanceof Answer.Absent) {
                parts.view().remove(it.registry(), it.id());
                // perhaps another registry answers here now, whose environments have other ids
                parts.references().forgetEnvironments(it.registry());
            }
            return seen(it.registry(), answer);
        }
        if (read instanceof Read.RecordIdentifiedBy it) {
            return seen(
                    it.registry(),
                    ask(it.registry(), calls, registry -> registry.findRecord(it.externalId())));
        }
        if (read instanceof Read.RecordNamed it) {
            return seen(
                    it.registry(),
                    ask(
                            it.registry(),
                            calls,
                            registry -> registry.findRecord(it.name(), it.environment())));
        }
        if (read instanceof Read.HealthOf it) {
            return ask(it.registry(), calls, ModelRegistry::health);
        }
        if (read instanceof Read.VersionsOf it) {
            return ask(it.registry(), calls, registry -> registry.versions(it.model()));
        }
        if (read instanceof Read.ArtifactsOf it) {
            return ask(it.registry(), calls, registry -> registry.artifacts(it.version()));
        }
        throw new IllegalStateException("nobody can answer " + read);
    }

    /** True when the read costs a call or more. */
    boolean asksServer(Read<?> read) {
        return !(read instanceof Read.LinkTurn || read instanceof Read.DeployTurn);
    }

    private Turn turn(Read.DeployTurn deploy) {
        String record = deploy.registry() + "/" + deploy.record();
        return switch (deploy.what()) {
            case CREATE -> parts.deployPacer().create(record);
            case PATCH -> parts.deployPacer().patch(record, deploy.form());
            case DELETE -> parts.deployPacer().delete(record);
        };
    }

    private Turn turn(Situation situation) {
        Workload workload = situation.workload().orElseThrow();
        return parts.pacer()
                .turn(
                        new Memories.Subject(situation.kind(), situation.key()),
                        workload.created().orElse(Instant.MAX));
    }

    private Answer<RegistryRecord> seen(String registry, Answer<RegistryRecord> answer) {
        answer.value().ifPresent(record -> parts.view().put(registry, record));
        return answer;
    }

    private <T> Answer<T> reference(
            Reference reference,
            Optional<T> cached,
            Consumer<Call> calls,
            Function<ModelRegistry, Answer<T>> question) {
        if (cached.isPresent()) {
            return new Answer.Found<>(cached.get());
        }
        Answer<T> answer = ask(reference.registry(), calls, question);
        if (parts.references().read(reference, answer)) {
            parts.queues().referrers(reference);
        }
        return answer;
    }

    private <T> Answer<T> ask(
            String id, Consumer<Call> calls, Function<ModelRegistry, Answer<T>> question) {
        return parts.registries()
                .find(id)
                .map(registry -> question.apply(registry.reporting(calls)))
                .orElseGet(() -> new Answer.Failed<>(unknown(id)));
    }

    private static Failure unknown(String registry) {
        return new Failure(
                registry,
                Operation.HEALTH,
                Reason.UNAVAILABLE,
                Failure.UNKNOWN,
                "this registry is not allowed any more",
                Optional.empty());
    }

    /** What the API server says, past all caches. */
    interface LiveReads {
        Presence object(
                dev.drover.registry.objects.WorkloadKind kind, dev.drover.kubernetes.ObjectKey key);

        Presence namespace(String name);
    }
}
