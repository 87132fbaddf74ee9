package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.discovery.Registry;
import dev.drover.registry.settings.AddressChoice;
import dev.drover.registry.settings.ApiChoice;
import dev.drover.registry.settings.Authentication;
import dev.drover.registry.settings.BaseUrl;
import dev.drover.registry.settings.RegistrySettings;
import dev.drover.sandbox.registry.RegistryDouble;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.Endpoint;
import org.apache.camel.Route;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The instances of registry-request, and what an edited template cannot do. */
@Timeout(60)
class RequestRouteTest {
    private RegistryDouble server;
    private RegistryDouble other;
    private ClientRig rig;

    @BeforeEach
    void start() throws Exception {
        server = RegistryDouble.start();
        other = RegistryDouble.start();
        rig = new ClientRig(Map.of("AT_ML_URL", server.url(), "AT_OTHER_URL", other.url()));
    }

    @AfterEach
    void stop() {
        rig.close();
        server.close();
        other.close();
    }

    @Test
    void eachRegistryHasARouteOfItsOwn() {
        assertThat(rig.context.getRoutes())
                .extracting(Route::getId)
                .containsExactlyInAnyOrder("registry-request-ml", "registry-request-other");
        assertThat(rig.context.getProcessor("registry-request-ml-breaker")).isNotNull();
        assertThat(rig.clients.ids()).containsExactly("ml", "other");
    }

    @Test
    void aRegistryThatIsGoneLeavesNothingBehind() throws Exception {
        rig.registry("other").findEnvironment("ml");
        var gone = rig.registry("other");

        rig.clients.update(List.of(registry("ml", server.url())));
        other.forgetRequests();

        assertThat(rig.clients.find("other")).isEmpty();
        assertThat(rig.context.getRoutes())
                .extracting(Route::getId)
                .containsExactly("registry-request-ml");
        assertThat(httpEndpoints()).hasSize(1);
        assertThat(rig.context.getRegistry().lookupByName("registry-client-other")).isNull();
        assertThat(rig.meters.getMeters())
                .noneMatch(it -> "other".equals(it.getId().getTag("registry")));
        assertThat(gone.findEnvironment("ml").failure()).isPresent();
        assertThat(other.requests()).isEmpty();
    }

    @Test
    void consolesShowTheBreakerOfEachRegistry() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (String id : List.of("ml", "other")) {
            Set<ObjectName> breakers =
                    server.queryNames(
                            new ObjectName(
                                    "org.apache.camel:type=processors,context="
                                            + rig.context.getManagementName()
                                            + ",name=\"registry-request-"
                                            + id
                                            + "-breaker\",*"),
                            null);
            assertThat(breakers).hasSize(1);
            assertThat(server.getAttribute(breakers.iterator().next(), "CircuitBreakerState"))
                    .isEqualTo("CLOSED");
        }
    }

    @Test
    void aRegistryMayComeBack() throws Exception {
        rig.clients.update(List.of());
        assertThat(rig.clients.ids()).isEmpty();
        rig.clients.update(List.of(registry("ml", server.url())));

        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
    }

    @Test
    void namesWhatChanged() throws Exception {
        assertThat(rig.clients.update(List.of(registry("ml", server.url())))).contains("other");
        assertThat(rig.clients.update(List.of(registry("ml", other.url())))).containsExactly("ml");
        assertThat(rig.clients.update(List.of(registry("ml", other.url())))).isEmpty();
    }

    @Test
    void idsOfDiscoveredServicesHaveDots() throws Exception {
        rig.clients.update(List.of(registry("odh-model-registries.ml", server.url())));

        assertThat(rig.registry("odh-model-registries.ml").findEnvironment("ml").provenAbsent())
                .isTrue();
    }

    @Test
    void anEditedRouteCannotSendTheTokenElsewhere() throws Exception {
        edit(
                "        - process: { id: token, ref: registry-token }",
                "        - setHeader: { id: elsewhere, name: CamelHttpUri, constant: \""
                        + other.url()
                        + "/api/model_registry/v1/registered_models\" }\n"
                        + "        - process: { id: token, ref: registry-token }");

        var failure = rig.registry().findEnvironment("ml").failure().orElseThrow();

        assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
        assertThat(failure.code()).isEqualTo("connect");
        assertThat(other.requests()).isEmpty();
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void anEditedBreakerIsUsed() throws Exception {
        edit("minimumNumberOfCalls: 5", "minimumNumberOfCalls: 2");
        server.starting(true);
        rig.registry().findEnvironment("ml");
        rig.registry().findEnvironment("ml");

        assertThat(rig.registry().findEnvironment("ml").failure().orElseThrow().code())
                .isEqualTo("open");
    }

    @Test
    void aHeaderThatAnEditedTemplateAddsGoesToEveryRegistry() throws Exception {
        edit(
                "        - filter:\n            id: write",
                "        - setHeader: { id: team, name: X-Team, constant: fraud }\n"
                        + "        - filter:\n            id: write");

        rig.registry().findEnvironment("ml");
        rig.registry("other").findEnvironment("ml");

        for (RegistryDouble each : List.of(server, other)) {
            assertThat(each.requests())
                    .isNotEmpty()
                    .allMatch(it -> "fraud".equals(it.headers().get("x-team")));
        }
    }

    /** The other registry stands for the proxy: it is asked for what the first one has. */
    @Test
    void aProxyThatAnEditedTemplateNamesIsAsked() throws Exception {
        int proxy = URI.create(other.url()).getPort();
        edit("copyHeaders=false", "copyHeaders=false&proxyHost=127.0.0.1&proxyPort=" + proxy);

        rig.registry().findEnvironment("ml");

        assertThat(server.requests()).isEmpty();
        assertThat(other.requests())
                .isNotEmpty()
                .allMatch(it -> it.toString().startsWith("GET " + server.url() + "/api/"));
    }

    @Test
    void aRouteThatForgetsToAnswerIsAFailure() throws Exception {
        edit("        - process: { id: answer, ref: registry-answer }", "");

        assertThat(rig.registry().findEnvironment("ml").failure().orElseThrow().detail())
                .isEqualTo("the route registry-request-ml ends without an answer");
    }

    @Test
    void aTemplateThatCannotBeUsedLeavesItsRegistryOut() throws Exception {
        edit("ref: registry-answer", "ref: no-such-bean");

        assertThat(rig.clients.find("ml")).isEmpty();
        assertThat(rig.clients.statuses())
                .containsExactly(
                        new RegistryStatus(
                                "ml", server.url(), "none", Optional.empty(), Optional.empty()),
                        new RegistryStatus(
                                "other", other.url(), "none", Optional.empty(), Optional.empty()));
        assertThat(
                        rig.clients.update(
                                List.of(
                                        registry("ml", server.url()),
                                        registry("other", other.url()))))
                .isEmpty();
    }

    @Test
    void tellsHowEachRegistryFares() {
        rig.registry().findEnvironment("ml");
        other.starting(true);
        rig.registry("other").findEnvironment("ml");

        assertThat(rig.clients.statuses())
                .extracting(RegistryStatus::id, RegistryStatus::breaker)
                .containsExactly(tuple("ml", "closed"), tuple("other", "closed"));
        assertThat(rig.clients.statuses().get(1).lastFailure().orElseThrow().text())
                .isEqualTo("probe 503: an answer of text/plain");
    }

    @Test
    void aBasePathIsPartOfEveryCall() throws Exception {
        try (RegistryDouble behind =
                RegistryDouble.start(new RegistryDouble.Options().basePath("/gateway/mr"))) {
            rig.clients.update(List.of(registry("ml", behind.url())));

            assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
            assertThat(rig.registry().health().value()).isPresent();
            assertThat(behind.requests(Operation.HEALTH)).hasSize(1);
        }
    }

    /** Loads an edited template and makes the instances anew, as after an edit of the file. */
    private void edit(String from, String to) throws Exception {
        String template =
                new String(
                        getClass()
                                .getResourceAsStream("/routes/registry/registry-request.camel.yaml")
                                .readAllBytes(),
                        StandardCharsets.UTF_8);
        assertThat(template).contains(from);
        rig.clients.update(List.of());
        rig.context.removeRouteTemplateDefinitions("registry-request");
        PluginHelper.getRoutesLoader(rig.context)
                .loadRoutes(
                        ResourceHelper.fromString(
                                "registry-request.camel.yaml", template.replace(from, to)));
        rig.clients.update(List.of(registry("ml", server.url()), registry("other", other.url())));
    }

    private List<Endpoint> httpEndpoints() {
        return rig.context.getEndpoints().stream()
                .filter(it -> it instanceof HttpEndpoint)
                .toList();
    }

    private static Registry registry(String id, String url) {
        return new Registry(
                id,
                BaseUrl.parse(url),
                Optional.empty(),
                new RegistrySettings(
                        ApiChoice.AUTO,
                        AddressChoice.AUTO,
                        Authentication.NONE,
                        Path.of("no-token"),
                        false,
                        Optional.empty(),
                        false));
    }
}
