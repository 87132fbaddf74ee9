package dev.drover.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Environment;
import dev.drover.registry.api.ModelRegistry;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.Walk;
import dev.drover.registry.decision.KnownRecord;
import dev.drover.registry.decision.Ownership;
import dev.drover.registry.discovery.Registry;
import dev.drover.registry.objects.WorkloadKind;
import dev.drover.registry.settings.RegistryConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * After a walk: which records ask for workloads in the namespaces where these may be made (spec
 * registry 11). Does nothing unless that is switched on.
 */
final class DeployWalk {
    private static final Logger LOG = LoggerFactory.getLogger(DeployWalk.class);
    private static final YAMLMapper YAML = new YAMLMapper();

    private final Parts parts;
    private final Directories directories;

    DeployWalk(Parts parts, Directories directories) {
        this.parts = parts;
        this.directories = directories;
    }

    void walked(String id, Walk walk) {
        RegistryConfiguration configuration = parts.platform().configuration().get();
        Optional<ModelRegistry> registry = parts.registries().find(id);
        if (!configuration.deploy().on()
                || registry.isEmpty()
                || walk.extent() == Walk.Extent.FAILED) {
            return;
        }
        Optional<Map<String, String>> namespaces = namespaces(registry.get(), configuration);
        Optional<ObjectNode> template = template(configuration);
        if (namespaces.isEmpty() || template.isEmpty()) {
            return;
        }
        Map<Memories.Subject, KnownRecord> seen = new HashMap<>();
        for (RegistryRecord record : parts.view().all(id)) {
            String namespace = namespaces.get().get(record.environment());
            if (Ownership.asksForWorkload(record) && namespace != null) {
                seen.put(subject(namespace, record), new KnownRecord(id, record));
            }
        }
        Set<Memories.Subject> over =
                parts.requests()
                        .walked(
                                new DeployRequests.Origin(
                                        id,
                                        directories.get().find(id).flatMap(Registry::service),
                                        template.get()),
                                seen,
                                walk.extent() == Walk.Extent.COMPLETE);
        Set<Memories.Subject> concerned = new HashSet<>(over);
        seen.forEach(
                (subject, known) -> {
                    if (asks(known) || isRemembered(subject)) {
                        concerned.add(subject);
                    }
                });
        concerned.forEach(
                subject ->
                        parts.queues()
                                .enqueue(
                                        subject.kind(),
                                        List.of(subject.key()),
                                        "record",
                                        Duration.ZERO));
    }

    private static boolean asks(KnownRecord known) {
        return known.record().state() == DesiredState.DEPLOYED;
    }

    /** Else there is no workload, and nothing to be told of one: how most records end. */
    private boolean isRemembered(Memories.Subject subject) {
        return !parts.memories().of(subject).equals(Memories.Entry.NONE);
    }

    private static Memories.Subject subject(String namespace, RegistryRecord record) {
        return new Memories.Subject(
                WorkloadKind.INFERENCE_SERVICE, new ObjectKey(namespace, record.name()));
    }

    /** Namespace of each environment; empty when the registry did not say all of it. */
    private Optional<Map<String, String>> namespaces(
            ModelRegistry registry, RegistryConfiguration configuration) {
        Map<String, String> namespaces = new HashMap<>();
        for (String namespace : configuration.deploy().namespaces()) {
            String name =
                    configuration
                            .environment()
                            .name(namespace, parts.cluster().get().orElse("unknown"));
            Optional<Environment> known = parts.references().environment(registry.id(), name);
            if (known.isEmpty()) {
                var answer = registry.findEnvironment(name);
                if (answer.failure().isPresent()) {
                    return Optional.empty();
                }
                known = answer.value();
                known.ifPresent(it -> parts.references().made(registry.id(), it));
            }
            known.ifPresent(it -> namespaces.put(it.id(), namespace));
        }
        return Optional.of(namespaces);
    }

    private static Optional<ObjectNode> template(RegistryConfiguration configuration) {
        Optional<Path> file = configuration.deploy().template();
        if (file.isEmpty()) {
            return Optional.of(JsonNodeFactory.instance.objectNode());
        }
        try {
            JsonNode tree = YAML.readTree(Files.readString(file.get()));
            if (tree instanceof ObjectNode object) {
                return Optional.of(object);
            }
            LOG.warn("drover.registry.deploy-template: {} holds no object", file.get());
        } catch (IOException e) {
            LOG.warn(
                    "drover.registry.deploy-template: {} cannot be read: {}",
                    file.get(),
                    e.getMessage());
        }
        return Optional.empty();
    }
}
