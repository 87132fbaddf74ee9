package dev.drover.registry;

import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.registry.client.RegistryClients;
import dev.drover.registry.discovery.Registry;
import dev.drover.registry.discovery.RegistryDirectory;
import dev.drover.registry.discovery.RegistryService;
import dev.drover.registry.settings.RegistryConfiguration;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The registries that are allowed now, as configuration and Services name them. Made again when
 * either changes; then the clients follow. Thread-safe.
 */
final class Directories implements Supplier<RegistryDirectory> {
    static final String SERVICES = "v1/services";

    private final Supplier<RegistryConfiguration> configuration;
    private final ResourceCache services;
    private final RegistryClients clients;
    private final BooleanSupplier started;
    private volatile RegistryDirectory current;
    private volatile boolean served; // clients exist for what the directory names

    /**
     * @param started false while the Camel context starts
     */
    Directories(
            Supplier<RegistryConfiguration> configuration,
            ResourceCache services,
            RegistryClients clients,
            BooleanSupplier started) {
        this.started = started;
        this.configuration = configuration;
        this.services = services;
        this.clients = clients;
        this.current = RegistryDirectory.of(configuration.get(), List.of());
    }

    @Override
    public RegistryDirectory get() {
        return current;
    }

    /**
     * False while Services are watched and not known yet: a registry may be among them. Where the
     * right to read them is missing, the registries that the configuration names are all there are.
     */
    boolean known() {
        return served && (services.settled() || configuration.get().serviceNamespaces().isEmpty());
    }

    /** True while there may be registries behind Services that could not be listed. */
    boolean blind() {
        return !services.synced() && !configuration.get().serviceNamespaces().isEmpty();
    }

    /** True once there are clients for what the directory names. */
    boolean served() {
        return served;
    }

    /**
     * What a look came to.
     *
     * @param registries ids of those that are new, gone, or reached in another way
     * @param names whether what workloads say may mean something else now
     */
    record Change(Set<String> registries, boolean names) {}

    /** Looks again. */
    synchronized Change refresh() {
        if (!started.getAsBoolean()) {
            return new Change(Set.of(), false); // Camel would not start a client's route now
        }
        RegistryConfiguration keys = configuration.get();
        Collection<RegistryService> seen =
                services.list().stream()
                        .map(it -> RegistryServices.read(it, keys.domain()))
                        .toList();
        RegistryDirectory directory = RegistryDirectory.of(keys, seen);
        boolean names = !directory.resolvesAs(current);
        current = directory;
        Set<String> changed = clients.update(directory.registries());
        served = true;
        return new Change(changed, names);
    }

    /** The Service of a registry, for Events. */
    Optional<Notice.ObjectReference> service(String registry) {
        return current.find(registry)
                .flatMap(Registry::service)
                .flatMap(key -> services.get(key).map(object -> reference(key, object)));
    }

    private static Notice.ObjectReference reference(
            ObjectKey key, GenericKubernetesResource object) {
        return RegistryNews.reference(key, object.getMetadata().getUid());
    }
}
