package dev.drover.registry.discovery;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.discovery.Resolution.Problem;
import dev.drover.registry.discovery.Resolution.Resolved;
import dev.drover.registry.discovery.Resolution.Unresolved;
import dev.drover.registry.settings.BaseUrl;
import dev.drover.registry.settings.ConfiguredRegistry;
import dev.drover.registry.settings.Domain;
import dev.drover.registry.settings.RegistryConfiguration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All registries that are allowed at one moment: those that the configuration names, and every
 * Service that is seen in a registry namespace. Immutable; made again when either changes.
 */
public final class RegistryDirectory {
    private static final int LISTED = 5;

    private final Domain domain;
    private final List<String> namespaces;
    private final Optional<String> byDefault;
    private final Map<String, Candidate> candidates = new TreeMap<>();

    /**
     * @param registry empty when it cannot be called, which {@code trouble} explains
     */
    private record Candidate(
            String id, Optional<ObjectKey> service, Optional<Registry> registry, String trouble) {

        boolean isCalled(String name) {
            return id.equals(name) || service.map(ObjectKey::name).filter(name::equals).isPresent();
        }

        boolean isIn(String namespace) {
            return service.map(ObjectKey::namespace).filter(namespace::equals).isPresent();
        }
    }

    private RegistryDirectory(RegistryConfiguration configuration) {
        this.domain = configuration.domain();
        this.namespaces = configuration.registryNamespaces();
        this.byDefault = configuration.defaultRegistry();
    }

    /**
     * The directory of this configuration and these Services.
     *
     * @param services all Services with {@code component=model-registry} that are seen in {@link
     *     RegistryConfiguration#serviceNamespaces}; others do no harm
     */
    public static RegistryDirectory of(
            RegistryConfiguration configuration, Collection<RegistryService> services) {
        RegistryDirectory directory = new RegistryDirectory(configuration);
        Map<ObjectKey, RegistryService> seen = new HashMap<>();
        services.forEach(service -> seen.put(service.key(), service));
        for (RegistryService service : services) {
            ObjectKey key = service.key();
            if (configuration.registryNamespaces().contains(key.namespace())) {
                String id = key.namespace() + "." + key.name();
                directory.add(
                        new ConfiguredRegistry(
                                id, Optional.empty(), Optional.of(key), configuration.settings()),
                        Optional.of(service));
            }
        }
        for (ConfiguredRegistry named : configuration.allowed().values()) {
            named.service()
                    .map(key -> key.namespace() + "." + key.name())
                    .ifPresent(directory.candidates::remove);
            directory.add(named, named.service().map(seen::get));
        }
        return directory;
    }

    private void add(ConfiguredRegistry named, Optional<RegistryService> service) {
        Optional<BaseUrl> address = named.url();
        String trouble = "";
        if (named.service().isPresent()) {
            if (service.isEmpty()) {
                trouble =
                        "registry %s: no Service %s with component=model-registry is seen"
                                .formatted(named.id(), named.service().get());
            } else {
                ServiceAddress found =
                        ServiceAddress.of(service.get(), named.settings().address(), domain);
                address = found.url();
                trouble = found.trouble();
            }
        }
        candidates.put(
                named.id(),
                new Candidate(
                        named.id(),
                        named.service(),
                        address.map(
                                url ->
                                        new Registry(
                                                named.id(),
                                                url,
                                                named.service(),
                                                named.settings())),
                        trouble));
    }

    /** True when every reference means the same to both. */
    public boolean resolvesAs(RegistryDirectory other) {
        return domain == other.domain
                && namespaces.equals(other.namespaces)
                && byDefault.equals(other.byDefault)
                && candidates.equals(other.candidates);
    }

    /** Every registry that can be called, sorted by id. */
    public List<Registry> registries() {
        return candidates.values().stream().flatMap(it -> it.registry().stream()).toList();
    }

    /** Why allowed registries cannot be called, by id. */
    public Map<String, String> troubles() {
        return candidates.values().stream()
                .filter(it -> it.registry().isEmpty())
                .collect(
                        Collectors.toMap(
                                Candidate::id, Candidate::trouble, (a, b) -> a, TreeMap::new));
    }

    /** The registry with this id, if it can be called. */
    public Optional<Registry> find(String id) {
        return Optional.ofNullable(candidates.get(id)).flatMap(Candidate::registry);
    }

    /** Which registry this reference means. Never guesses. */
    public Resolution resolve(RegistryReference reference) {
        if (reference.url().isPresent()) {
            return byUrl(reference.url().get());
        }
        Optional<String> namespace = reference.namespace();
        if (namespace.isPresent() && !allows(namespace.get())) {
            return new Unresolved(
                    Problem.NOT_ALLOWED,
                    "%s: no allowed registry is in namespace %s; an administrator may add it to"
                                    .formatted(domain.key("namespace"), Shown.text(namespace.get()))
                            + " drover.registry.registry-namespaces");
        }
        List<Candidate> narrowed =
                candidates.values().stream()
                        .filter(it -> namespace.map(it::isIn).orElse(true))
                        .filter(it -> reference.name().map(it::isCalled).orElse(true))
                        .toList();
        if (narrowed.size() > 1 && reference.name().isEmpty()) {
            Optional<Candidate> chosen =
                    narrowed.stream()
                            .filter(it -> byDefault.equals(Optional.of(it.id())))
                            .findAny();
            if (chosen.isPresent()) {
                return resolution(chosen.get());
            }
        }
        return switch (narrowed.size()) {
            case 0 -> notFound(reference);
            case 1 -> resolution(narrowed.get(0));
            default -> ambiguous(narrowed);
        };
    }

    private boolean allows(String namespace) {
        return namespaces.contains(namespace)
                || candidates.values().stream().anyMatch(it -> it.isIn(namespace));
    }

    private Resolution byUrl(String text) {
        Optional<BaseUrl> url = BaseUrl.read(text.strip());
        return candidates.values().stream()
                .flatMap(it -> it.registry().stream())
                .filter(it -> url.isPresent() && it.baseUrl().equals(url.get()))
                .findFirst()
                .<Resolution>map(Resolved::new)
                .orElseGet(
                        () ->
                                new Unresolved(
                                        Problem.NOT_ALLOWED,
                                        "%s: %s is not the URL of an allowed registry; an"
                                                        .formatted(
                                                                domain.key("url"), Shown.text(text))
                                                + " administrator may add it as"
                                                + " drover.registry.at.<id>.url"));
    }

    private Resolution notFound(RegistryReference reference) {
        if (candidates.isEmpty()) {
            return new Unresolved(
                    Problem.NOT_FOUND,
                    "no registry is known: no Service with component=model-registry in "
                            + (namespaces.isEmpty()
                                    ? "drover.registry.registry-namespaces, which is empty"
                                    : String.join(", ", namespaces))
                            + ", and no drover.registry.at.<id>");
        }
        String asked =
                reference.name().map(it -> " called " + Shown.text(it)).orElse("")
                        + reference.namespace().map(it -> " in namespace " + it).orElse("");
        return new Unresolved(
                Problem.NOT_FOUND,
                "no allowed registry%s; allowed: %s (label %s)"
                        .formatted(asked, listed(candidates.values()), domain.key("name")));
    }

    private Resolution ambiguous(List<Candidate> several) {
        return new Unresolved(
                Problem.AMBIGUOUS,
                "%d registries may be meant: %s; set the label %s, with %s if need be, or let an"
                                .formatted(
                                        several.size(),
                                        listed(several),
                                        domain.key("name"),
                                        domain.key("namespace"))
                        + " administrator set drover.registry.default");
    }

    private static Resolution resolution(Candidate candidate) {
        return candidate
                .registry()
                .<Resolution>map(Resolved::new)
                .orElseGet(() -> new Unresolved(Problem.MISCONFIGURED, candidate.trouble()));
    }

    private static String listed(Collection<Candidate> several) {
        String first =
                several.stream().map(Candidate::id).limit(LISTED).collect(Collectors.joining(", "));
        return several.size() > LISTED ? first + ", …" : first;
    }
}
