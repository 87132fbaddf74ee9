package dev.drover.registry.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.config.Configuration;
import dev.drover.config.ConfigurationException;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.settings.RegistryConfiguration.Deletion;
import dev.drover.registry.settings.RegistryConfiguration.Deploy;
import dev.drover.registry.settings.RegistryConfiguration.Linking;
import dev.drover.registry.settings.RegistryConfiguration.Recording;
import dev.drover.registry.settings.RegistryConfiguration.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryConfigurationTest {
    private static final Path TOKEN =
            Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");
    private static final RegistrySettings DEFAULT_SETTINGS =
            new RegistrySettings(
                    ApiChoice.AUTO,
                    AddressChoice.AUTO,
                    Authentication.TOKEN,
                    TOKEN,
                    false,
                    Optional.empty(),
                    false);

    @TempDir private Path folder;

    @Test
    void recordsTheDefaults() throws IOException {
        assertThat(of(""))
                .isEqualTo(
                        new RegistryConfiguration(
                                Domain.OPENDATAHUB,
                                List.of(WorkloadKind.INFERENCESERVICES),
                                List.of("odh-model-registries"),
                                Map.of(),
                                Optional.empty(),
                                DEFAULT_SETTINGS,
                                new CallBounds(
                                        Duration.ofSeconds(3),
                                        Duration.ofSeconds(10),
                                        Duration.ofSeconds(15),
                                        8 << 20,
                                        2,
                                        100),
                                8,
                                new EnvironmentTemplate("{namespace}"),
                                Optional.empty(),
                                new Linking(
                                        LinkLabels.KEEP,
                                        LinkTarget.LABEL,
                                        StatusAnnotation.LINK,
                                        6),
                                new Recording(
                                        DesiredState.DEPLOYED,
                                        Archived.RECORD,
                                        true,
                                        Duration.ofSeconds(10)),
                                new Sweep(Duration.ofMinutes(10), 20),
                                new Deletion(false, Duration.ofSeconds(30), false),
                                new Deploy(
                                        false,
                                        List.of(),
                                        5,
                                        List.of("s3", "gs", "hf", "oci"),
                                        Optional.empty())));
    }

    @Test
    void readsEveryKey() throws IOException {
        assertThat(
                        of(
                                """
                                domain=modelregistry.kubeflow.org
                                kinds=inferenceservices,llminferenceservices
                                registry-namespaces=a,b
                                default=a.reg
                                api=v1alpha3
                                address=cluster
                                auth=none
                                token-file=/t
                                token-over-http=true
                                ca-file=/ca
                                insecure-tls=true
                                connect-timeout=1s
                                response-timeout=2s
                                deadline=3s
                                max-body=64KiB
                                concurrency=16
                                max-in-flight=4
                                page-size=50
                                environment={cluster}-{namespace}
                                cluster=c1
                                link-labels=strip
                                link-target=annotation
                                status-annotation=full
                                link-rate=0
                                stopped=undeployed
                                archived=refuse-new
                                serve-actions=off
                                min-update-interval=0s
                                sweep-interval=1m
                                sweep-limit=1
                                finalizer=on
                                finalizer-deadline=5s
                                clear-foreign-finalizers=on
                                deploy=on
                                deploy-namespaces=ml,dev
                                deploy-rate=1
                                deploy-uri-schemes=S3
                                deploy-template=/x.yaml
                                """))
                .isEqualTo(
                        new RegistryConfiguration(
                                Domain.KUBEFLOW,
                                List.of(
                                        WorkloadKind.INFERENCESERVICES,
                                        WorkloadKind.LLMINFERENCESERVICES),
                                List.of("a", "b"),
                                Map.of(),
                                Optional.of("a.reg"),
                                new RegistrySettings(
                                        ApiChoice.V1ALPHA3,
                                        AddressChoice.CLUSTER,
                                        Authentication.NONE,
                                        Path.of("/t"),
                                        true,
                                        Optional.of(Path.of("/ca")),
                                        true),
                                new CallBounds(
                                        Duration.ofSeconds(1),
                                        Duration.ofSeconds(2),
                                        Duration.ofSeconds(3),
                                        64 << 10,
                                        4,
                                        50),
                                16,
                                new EnvironmentTemplate("{cluster}-{namespace}"),
                                Optional.of("c1"),
                                new Linking(
                                        LinkLabels.STRIP,
                                        LinkTarget.ANNOTATION,
                                        StatusAnnotation.FULL,
                                        0),
                                new Recording(
                                        DesiredState.UNDEPLOYED,
                                        Archived.REFUSE_NEW,
                                        false,
                                        Duration.ZERO),
                                new Sweep(Duration.ofMinutes(1), 1),
                                new Deletion(true, Duration.ofSeconds(5), true),
                                new Deploy(
                                        true,
                                        List.of("ml", "dev"),
                                        1,
                                        List.of("s3"),
                                        Optional.of(Path.of("/x.yaml")))));
    }

    @Test
    void theRegistryNamespacesFollowTheDomain() throws IOException {
        assertThat(of("domain=modelregistry.kubeflow.org").registryNamespaces())
                .containsExactly("kubeflow");
        assertThat(
                        of("domain=modelregistry.kubeflow.org\nregistry-namespaces=")
                                .registryNamespaces())
                .isEmpty();
    }

    @Test
    void oneRegistryMayDifferFromTheOthers() throws IOException {
        RegistryConfiguration configuration =
                of(
                        """
                        auth=none
                        at.lab.url=https://REG.lab:443/mr/
                        at.lab.auth=token
                        at.lab.token-file=/lab
                        at.lab.ca-file=/lab.crt
                        at.lab.api=v1
                        at.prod-eu.service=registries/prod
                        at.prod-eu.address=external
                        at.prod-eu.token-over-http=true
                        at.prod-eu.insecure-tls=true
                        """);

        assertThat(configuration.allowed())
                .isEqualTo(
                        Map.of(
                                "lab",
                                new ConfiguredRegistry(
                                        "lab",
                                        Optional.of(BaseUrl.parse("https://reg.lab/mr")),
                                        Optional.empty(),
                                        new RegistrySettings(
                                                ApiChoice.V1,
                                                AddressChoice.AUTO,
                                                Authentication.TOKEN,
                                                Path.of("/lab"),
                                                false,
                                                Optional.of(Path.of("/lab.crt")),
                                                false)),
                                "prod-eu",
                                new ConfiguredRegistry(
                                        "prod-eu",
                                        Optional.empty(),
                                        Optional.of(new ObjectKey("registries", "prod")),
                                        new RegistrySettings(
                                                ApiChoice.AUTO,
                                                AddressChoice.EXTERNAL,
                                                Authentication.NONE,
                                                TOKEN,
                                                true,
                                                Optional.empty(),
                                                true))));
        assertThat(configuration.serviceNamespaces())
                .containsExactly("odh-model-registries", "registries");
    }

    @Test
    void oneRegistryMayDoWithoutTheCaFileOfAll() throws IOException {
        assertThat(
                        of("ca-file=/ca\nat.lab.url=https://lab\nat.lab.ca-file=")
                                .allowed()
                                .get("lab")
                                .settings()
                                .caFile())
                .isEmpty();
    }

    @Test
    void readsARegistryFromTheEnvironment() {
        Configuration configuration =
                Configuration.load(
                        RegistryKeys.SCHEMA,
                        Map.of(
                                "DROVER_REGISTRY_AT_LAB_URL", "https://reg.lab",
                                "DROVER_REGISTRY_AT_LAB_TOKEN_FILE", "/lab"));

        assertThat(RegistryConfiguration.of(configuration).allowed().get("lab").settings())
                .extracting(RegistrySettings::tokenFile)
                .isEqualTo(Path.of("/lab"));
    }

    @ParameterizedTest
    @CsvSource({
        "https://reg, token, false, true",
        "http://reg, token, false, false",
        "http://reg, token, true, true",
        "https://reg, none, true, false"
    })
    void sendsTheTokenEncryptedOrWithConsent(
            String url, String auth, boolean overHttp, boolean sent) throws IOException {
        RegistrySettings settings = of("auth=" + auth + "\ntoken-over-http=" + overHttp).settings();

        assertThat(settings.sendsTokenTo(BaseUrl.parse(url))).isEqualTo(sent);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "domain=kubeflow|domain: \"kubeflow\" is not one of its words; accepted:"
                        + " modelregistry.opendatahub.io, modelregistry.kubeflow.org",
                "kinds=pods|kinds: \"pods\" is not one of its words; accepted: inferenceservices,"
                        + " llminferenceservices",
                "registry-namespaces=A|registry-namespaces: \"A\" is not a DNS label; accepted: a"
                        + " namespace's name",
                "at.lab.url=ftp://x|at.lab.url: \"ftp://x\" is not the URL of a registry; accepted:"
                        + " http or https, a host, optionally a port and a plain path:"
                        + " https://host:8443/path",
                "at.lab.service=x|at.lab.service: \"x\" does not name a Service; accepted:"
                        + " namespace/name of a Service",
                "at.lab.uri=x|at.lab.uri: unknown key; did you mean drover.registry.at.lab.url?",
                "at.lab.adress=x|at.lab.adress: unknown key",
                "at.lab.api=v1|at.<id>.api: registry lab has no address; accepted: with at.lab.url"
                        + " or at.lab.service",
                "at.a.b.url=https://x|at.<id>.url: \"a.b\" is not a registry id; accepted: a DNS"
                        + " label",
                "at.lab.url=https://x;at.lab.service=a/b|at.<id>.url: registry lab has a URL and a"
                        + " Service; accepted: one",
                "at.a.url=https://x;at.b.url=https://X:443/|at.<id>.url: https://x has the ids a"
                        + " and b; accepted: one",
                "at.a.service=n/x;at.b.service=n/x|at.<id>.service: n/x has the ids a and b;"
                        + " accepted: one",
                "default=lab|default: \"lab\" is not an allowed registry; accepted: an id of"
                        + " at.<id>, or <namespace>.<service> of a namespace of"
                        + " drover.registry.registry-namespaces",
                "default=other.reg|default: \"other.reg\" is not an allowed registry; accepted: an"
                        + " id of at.<id>, or <namespace>.<service> of a namespace of"
                        + " drover.registry.registry-namespaces",
                "deadline=9s|deadline: is below drover.registry.response-timeout; accepted: 10000ms"
                        + " or more",
                "connect-timeout=31s|connect-timeout: \"31s\" is above 30s; accepted: 100ms to 30s",
                "max-body=1KiB|max-body: \"1KiB\" is below 64KiB; accepted: 64KiB to 64MiB",
                "concurrency=4;max-in-flight=4|concurrency: 4 is not above"
                        + " drover.registry.max-in-flight 4; accepted: 5 or more",
                "page-size=9|page-size: \"9\" is below 10; accepted: 10 to 1000",
                "environment=ml|environment: \"ml\" does not contain {namespace}; accepted:"
                        + " {namespace}, {cluster}, a-z, 0-9, dots and dashes; with {namespace}",
                "cluster=C1|cluster: \"C1\" is not a cluster identity; accepted: a-z, 0-9, dashes",
                "link-target=annotation;status-annotation=off|status-annotation: off leaves no"
                        + " place for the link, since drover.registry.link-target is annotation;"
                        + " accepted: link, full",
                "stopped=unknown|stopped: \"unknown\" is not one of its words; accepted: deployed,"
                        + " undeployed",
                "deploy=on|deploy-namespaces: is empty while drover.registry.deploy is on;"
                        + " accepted: at least one namespace",
                "deploy-uri-schemes=s3:|deploy-uri-schemes: \"s3:\" is not a URI scheme; accepted:"
                        + " URI schemes",
            })
    void refuses(String keys, String message) {
        assertThatThrownBy(() -> of(keys.replace(';', '\n')))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("drover.registry." + message);
    }

    private RegistryConfiguration of(String keys) throws IOException {
        String file =
                keys.lines()
                        .filter(line -> !line.isBlank())
                        .map(line -> "drover.registry." + line + "\n")
                        .reduce("", String::concat);
        Path path = Files.writeString(folder.resolve("drover.properties"), file);
        Map<String, String> environment = new HashMap<>();
        environment.put("DROVER_CONFIG", path.toString());
        return RegistryConfiguration.of(Configuration.load(RegistryKeys.SCHEMA, environment));
    }
}
