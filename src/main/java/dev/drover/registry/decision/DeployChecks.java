package dev.drover.registry.decision;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.LifeState;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.Version;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether a record may become a workload, and what of (spec registry 11). Each check stops at what
 * has to be read first, or at the first that fails.
 */
final class DeployChecks {
    private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final int LONGEST_NAME = 53;

    private final Situation situation;
    private final Questions questions;
    private final String registry;
    private String refusal = "";
    private Version version;
    private Artifact artifact;

    DeployChecks(Situation situation, Answers answers, String registry) {
        this.situation = situation;
        this.questions = new Questions(answers);
        this.registry = registry;
    }

    Questions questions() {
        return questions;
    }

    /** Why not; empty while nothing stands against it. */
    String refusal() {
        return refusal;
    }

    Version version() {
        return version;
    }

    Artifact artifact() {
        return artifact;
    }

    /** True when all is known and nothing stands against it. */
    boolean pass(RegistryRecord record) {
        return name() && namespace() && model(record) && version(record) && artifacts();
    }

    private boolean refuse(String why) {
        refusal = why;
        return false;
    }

    private boolean name() {
        String name = situation.key().name();
        return NAME.matcher(name).matches() && name.length() <= LONGEST_NAME
                || refuse(
                        "\"%s\" is no name of a workload; accepted: lower-case letters, digits and"
                                        .formatted(name)
                                + " dashes, at most 53");
    }

    private boolean namespace() {
        String namespace = situation.key().namespace();
        if (!situation.configuration().deploy().namespaces().contains(namespace)) {
            return refuse(
                    "namespace %s is not in drover.registry.deploy-namespaces"
                            .formatted(namespace));
        }
        Optional<Answer<Presence>> answer = questions.ask(new Read.NamespaceNamed(namespace));
        if (answer.isEmpty()) {
            return false;
        }
        return switch (answer.get().value().orElseThrow().state()) {
            case PRESENT -> true;
            case ABSENT -> refuse("namespace %s does not exist".formatted(namespace));
            case TERMINATING -> refuse("namespace %s is terminating".formatted(namespace));
            case UNKNOWN -> refuse("namespace %s cannot be read".formatted(namespace));
        };
    }

    private boolean model(RegistryRecord record) {
        Optional<Answer<Model>> answer =
                questions.ask(new Read.ModelWithId(registry, record.model()));
        if (answer.isEmpty()) {
            return false;
        }
        return answer.get().value().filter(it -> it.state() == LifeState.LIVE).isPresent()
                || refuse("model %s is not LIVE".formatted(record.model()));
    }

    private boolean version(RegistryRecord record) {
        return record.version().isPresent()
                ? stored(record, record.version().get())
                : newest(record);
    }

    private boolean stored(RegistryRecord record, String id) {
        Optional<Answer<Version>> answer = questions.ask(new Read.VersionWithId(registry, id));
        if (answer.isEmpty()) {
            return false;
        }
        version =
                answer.get()
                        .value()
                        .filter(it -> it.state() == LifeState.LIVE)
                        .filter(it -> it.model().equals(record.model()))
                        .orElse(null);
        return version != null
                || refuse(
                        "version %s is no LIVE version of model %s".formatted(id, record.model()));
    }

    private boolean newest(RegistryRecord record) {
        Optional<Answer<List<Version>>> answer =
                questions.ask(new Read.VersionsOf(registry, record.model()));
        if (answer.isEmpty()) {
            return false;
        }
        version =
                answer.get().value().orElse(List.of()).stream()
                        .filter(it -> it.state() == LifeState.LIVE)
                        .findFirst()
                        .orElse(null);
        return version != null || refuse("model %s has no LIVE version".formatted(record.model()));
    }

    private boolean artifacts() {
        Optional<Answer<List<Artifact>>> answer =
                questions.ask(new Read.ArtifactsOf(registry, version.id()));
        if (answer.isEmpty()) {
            return false;
        }
        List<Artifact> all =
                answer.get().value().orElse(List.of()).stream().filter(Artifact::model).toList();
        List<Artifact> live = all.stream().filter(it -> it.state() == LifeState.LIVE).toList();
        if (live.size() != 1) {
            return refuse(
                    "version %s has %s; exactly one LIVE one is needed"
                            .formatted(version.id(), counted(all, live)));
        }
        artifact = live.get(0);
        return usable();
    }

    private static String counted(List<Artifact> all, List<Artifact> live) {
        if (all.isEmpty()) {
            return "no model artifact";
        }
        if (!live.isEmpty()) {
            return live.size() + " LIVE model artifacts";
        }
        return "%d model artifact%s, none LIVE (%s)"
                .formatted(
                        all.size(),
                        all.size() == 1 ? "" : "s",
                        all.stream()
                                .map(it -> it.state().name())
                                .distinct()
                                .collect(Collectors.joining(", ")));
    }

    private boolean usable() {
        if (artifact.formatName().isEmpty()) {
            return refuse("artifact %s has no modelFormatName".formatted(artifact.id()));
        }
        if (artifact.uri().isEmpty()) {
            return artifact.storageKey().isPresent() && artifact.storagePath().isPresent()
                    || refuse(
                            "artifact %s has neither uri nor storageKey and storagePath"
                                    .formatted(artifact.id()));
        }
        String uri = artifact.uri().get();
        List<String> schemes = situation.configuration().deploy().uriSchemes();
        return schemes.stream().anyMatch(scheme -> uri.startsWith(scheme + "://"))
                || refuse(
                        "artifact %s: scheme of its uri is not accepted; accepted: %s"
                                .formatted(artifact.id(), String.join(", ", schemes)));
    }
}
