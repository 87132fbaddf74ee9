package dev.drover.registry.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.discovery.Resolution.Problem;
import dev.drover.registry.discovery.Resolution.Resolved;
import dev.drover.registry.discovery.Resolution.Unresolved;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.settings.RegistryKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which registry a workload means, and where a Service is. */
class RegistryDirectoryTest {
    private static final String HOME = "odh-model-registries";

    private final Map<String, String> keys = new HashMap<>();
    private final List<RegistryService> services = new ArrayList<>();

    @Test
    void findsTheOnlyRegistry() {
        service(HOME, "ml");

        assertThat(resolved(reference())).isEqualTo(HOME + ".ml");
    }

    @Test
    void knowsNoneWhereNoneIs() {
        assertThat(unresolved(reference()))
                .isEqualTo(
                        new Unresolved(
                                Problem.NOT_FOUND,
                                "no registry is known: no Service with component=model-registry in"
                                        + " odh-model-registries, and no drover.registry.at.<id>"));
    }

    @Test
    void guessesNotBetweenSeveral() {
        for (String name : List.of("a", "b", "c", "d", "e", "f")) {
            service(HOME, name);
        }

        assertThat(unresolved(reference()))
                .isEqualTo(
                        new Unresolved(
                                Problem.AMBIGUOUS,
                                "6 registries may be meant: odh-model-registries.a,"
                                        + " odh-model-registries.b, odh-model-registries.c,"
                                        + " odh-model-registries.d, odh-model-registries.e, …; set the"
                                        + " label modelregistry.opendatahub.io/name, with"
                                        + " modelregistry.opendatahub.io/namespace if need be, or let"
                                        + " an administrator set drover.registry.default"));
    }

    @Test
    void takesTheDefaultUnlessANameIsGiven() {
        service(HOME, "a");
        service(HOME, "b");
        service("other", "b");
        keys.put("REGISTRY_NAMESPACES", HOME + ",other");
        keys.put("DEFAULT", HOME + ".b");

        assertThat(resolved(reference())).isEqualTo(HOME + ".b");
        assertThat(resolved(reference().name("a"))).isEqualTo(HOME + ".a");
        assertThat(unresolved(reference().name("b")).problem()).isEqualTo(Problem.AMBIGUOUS);
        assertThat(resolved(reference().namespace("other"))).isEqualTo("other.b");
        assertThat(resolved(reference().name("b").namespace("other"))).isEqualTo("other.b");
    }

    @Test
    void aDefaultThatIsNarrowedAwayIsNotTaken() {
        service(HOME, "a");
        service("other", "b");
        service("other", "c");
        keys.put("REGISTRY_NAMESPACES", HOME + ",other");
        keys.put("DEFAULT", HOME + ".a");

        assertThat(unresolved(reference().namespace("other")).problem())
                .isEqualTo(Problem.AMBIGUOUS);
    }

    @Test
    void findsByIdToo() {
        keys.put("AT_LAB_URL", "https://reg.lab/mr");
        service(HOME, "ml");

        assertThat(resolved(reference().name("lab"))).isEqualTo("lab");
        assertThat(resolved(reference().name(HOME + ".ml"))).isEqualTo(HOME + ".ml");
    }

    @Test
    void saysWhichNamesThereAre() {
        service(HOME, "ml");

        assertThat(unresolved(reference().name("lm")))
                .isEqualTo(
                        new Unresolved(
                                Problem.NOT_FOUND,
                                "no allowed registry called \"lm\"; allowed:"
                                        + " odh-model-registries.ml (label"
                                        + " modelregistry.opendatahub.io/name)"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "https://REG.lab:443/mr/,  lab",
        "https://reg.lab/mr,       lab",
        "https://reg.lab,          ",
        "https://reg.lab/mr/x,     ",
        "https://reg.lab/mr2,      ",
        "http://reg.lab/mr,        ",
        "https://reg.lab/mr?x=1,   ",
        "https://evil/mr,          ",
        "not a URL,                "
    })
    void aUrlMustBeThatOfAnAllowedRegistry(String url, String id) {
        keys.put("AT_LAB_URL", "https://reg.lab/mr");
        service(HOME, "ml");

        Resolution resolution = directory().resolve(reference().url(url).value());

        if (id == null) {
            assertThat(((Unresolved) resolution).problem()).isEqualTo(Problem.NOT_ALLOWED);
            assertThat(((Unresolved) resolution).message())
                    .startsWith("modelregistry.opendatahub.io/url: \"" + url + "\" is not the URL");
        } else {
            assertThat(((Resolved) resolution).registry().id()).isEqualTo(id);
        }
    }

    @Test
    void aUrlWinsOverNames() {
        keys.put("AT_LAB_URL", "https://reg.lab/mr");
        service(HOME, "ml");

        assertThat(resolved(reference().url("https://reg.lab/mr").name("ml").namespace("x")))
                .isEqualTo("lab");
    }

    @Test
    void aNamespaceOutsideOfTheAllowListIsNotAllowed() {
        keys.put("AT_LAB_URL", "https://reg.lab/mr");
        service(HOME, "ml");

        assertThat(unresolved(reference().namespace("team-a")).problem())
                .isEqualTo(Problem.NOT_ALLOWED);
    }

    @Test
    void aServiceOutsideOfTheRegistryNamespacesIsNoRegistry() {
        service("team-a", "mine");

        assertThat(unresolved(reference()).problem()).isEqualTo(Problem.NOT_FOUND);
        assertThat(directory().registries()).isEmpty();
    }

    @Test
    void aNameInTheConfigurationReplacesTheDiscoveredOne() {
        service(HOME, "ml");
        keys.put("AT_PROD_SERVICE", HOME + "/ml");

        assertThat(resolved(reference())).isEqualTo("prod");
        assertThat(resolved(reference().name("ml").namespace(HOME))).isEqualTo("prod");
        assertThat(directory().registries()).extracting(Registry::id).containsExactly("prod");
    }

    @Test
    void aServiceThatIsNamedAndNotThereIsMisconfigured() {
        keys.put("AT_PROD_SERVICE", "elsewhere/ml");

        assertThat(unresolved(reference()))
                .isEqualTo(
                        new Unresolved(
                                Problem.MISCONFIGURED,
                                "registry prod: no Service elsewhere/ml with"
                                        + " component=model-registry is seen"));
        assertThat(directory().troubles()).containsOnlyKeys("prod");
    }

    @ParameterizedTest(name = "{0}: {1} {2} {3}")
    @CsvSource({
        "auto,     reg.example.com,           8443, 8080, https://reg.example.com",
        "auto,     reg.example.com:8443/mr/,  ,     ,     https://reg.example.com:8443/mr",
        "auto,     ,                          8443, 8080, https://ml.NS.svc.cluster.local:8443",
        "auto,     ,                          443,  ,     https://ml.NS.svc.cluster.local",
        "auto,     ,                          ,     8080, http://ml.NS.svc.cluster.local:8080",
        "external, reg.example.com,           8443, 8080, https://reg.example.com",
        "cluster,  reg.example.com,           8443, 8080, https://ml.NS.svc.cluster.local:8443"
    })
    void knowsWhereAServiceIs(
            String address, String annotation, Integer https, Integer http, String url) {
        keys.put("ADDRESS", address);
        service(HOME, "ml", annotation, https, http);

        assertThat(directory().find(HOME + ".ml").orElseThrow().baseUrl())
                .hasToString(url.replace("NS", HOME));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://reg.example.com",
                "user@reg.example.com",
                "reg.example.com/../x",
                "reg example",
                ""
            })
    void aMalformedAddressIsTold(String annotation) {
        service(HOME, "ml", annotation, 8443, 8080);

        assertThat(unresolved(reference()))
                .isEqualTo(
                        new Unresolved(
                                Problem.MISCONFIGURED,
                                "Service odh-model-registries/ml has the annotation"
                                        + " routing.opendatahub.io/external-address-rest=\""
                                        + annotation
                                        + "\"; accepted: host, host:port or host:port/path"));
    }

    @Test
    void aServiceWithoutAUsableAddressIsMisconfigured() {
        service(HOME, "ml", null, null, null);
        assertThat(unresolved(reference()).message())
                .isEqualTo(
                        "Service odh-model-registries/ml has no port named https-api or http-api");

        keys.put("ADDRESS", "external");
        assertThat(unresolved(reference()).message())
                .isEqualTo(
                        "Service odh-model-registries/ml has no annotation"
                                + " routing.opendatahub.io/external-address-rest, and the address"
                                + " must be external");
    }

    @Test
    void usersTextsAreShownOnOneLine() {
        assertThat(unresolved(reference().url("x\ny\u202e" + "z".repeat(300))).message())
                .contains("\"x y zzz")
                .hasSizeLessThan(400)
                .doesNotContain("\n");
    }

    private String resolved(Asked asked) {
        return ((Resolved) directory().resolve(asked.value())).registry().id();
    }

    private Unresolved unresolved(Asked asked) {
        return (Unresolved) directory().resolve(asked.value());
    }

    private RegistryDirectory directory() {
        Map<String, String> variables = new HashMap<>();
        keys.forEach((key, value) -> variables.put("DROVER_REGISTRY_" + key, value));
        return RegistryDirectory.of(
                RegistryConfiguration.of(RegistryKeys.SCHEMA.values(variables)), services);
    }

    private void service(String namespace, String name) {
        service(namespace, name, null, null, 8080);
    }

    private void service(
            String namespace, String name, String annotation, Integer https, Integer http) {
        services.add(
                new RegistryService(
                        new ObjectKey(namespace, name),
                        Optional.ofNullable(annotation),
                        Optional.ofNullable(https),
                        Optional.ofNullable(http)));
    }

    private static Asked reference() {
        return new Asked(
                new RegistryReference(Optional.empty(), Optional.empty(), Optional.empty()));
    }

    /** A reference, put together. */
    private record Asked(RegistryReference value) {
        Asked url(String url) {
            return new Asked(
                    new RegistryReference(Optional.of(url), value.namespace(), value.name()));
        }

        Asked namespace(String namespace) {
            return new Asked(
                    new RegistryReference(value.url(), Optional.of(namespace), value.name()));
        }

        Asked name(String name) {
            return new Asked(
                    new RegistryReference(value.url(), value.namespace(), Optional.of(name)));
        }
    }
}
