package dev.drover.status.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.gate.RouteCoverage;
import dev.drover.kubernetes.KeyView;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.LogLines;
import dev.drover.status.FlowObjects;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The route of the page behind its real server. */
@Timeout(60)
class StatusRouteTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private Main main;
    private int port;

    @BeforeEach
    void start() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        main = new Main();
        main.setDefaultPropertyPlaceholderLocation("false");
        StatusPort.open("127.0.0.1", port)
                .forEach((key, value) -> main.addProperty((String) key, (String) value));
        main.addProperty("camel.main.autoConfigurationLogSummary", "false");
        main.bind("status-answer", new StatusProcessor(new NoFlows()));
        main.bind("status-headers", new StatusHeaders());
        main.addMainListener(
                new MainListenerSupport() {
                    @Override
                    public void afterConfigure(BaseMainSupport main) {
                        load(main);
                    }
                });
        main.start();
    }

    private static void load(BaseMainSupport main) {
        try {
            RouteCoverage.watch(main.getCamelContext());
            PluginHelper.getRoutesLoader(main.getCamelContext())
                    .loadRoutes(
                            ResourceHelper.resolveResource(
                                    main.getCamelContext(),
                                    "classpath:routes/common/status.camel.yaml"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void answersJsonThatMustNotBeKeptNorGuessedAt() throws Exception {
        HttpResponse<String> answer = ask("GET", "/api/v1/config?x=%25zz&y");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(new ObjectMapper().readTree(answer.body()).at("/keys/0/name").asText())
                .isEqualTo("drover.flows");
    }

    @Test
    void answersAPageWithoutScripts() throws Exception {
        HttpResponse<String> answer = ask("GET", "/");

        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("text/html; charset=utf-8");
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'")
                .doesNotContain("script");
        assertThat(answer.body()).startsWith("<!doctype html>").doesNotContain("<script");
    }

    @Test
    void sendsNothingOfTheRequestBack() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/debug"))
                        .header("Authorization", "Bearer secret")
                        .header("X-Mine", "mine")
                        .build();

        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.headers().map().toString()).doesNotContain("secret", "mine", "Camel");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void canOnlyBeRead(String method) throws Exception {
        assertThat(ask(method, "/").statusCode()).isEqualTo(405);
        assertThat(ask(method, "/api/v1/flows").statusCode()).isEqualTo(405);
    }

    @Test
    void answersHeadWithoutABody() throws Exception {
        HttpResponse<String> answer = ask("HEAD", "/api/v1/flows");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void anUnknownPathIsNotFoundInWords() throws Exception {
        HttpResponse<String> answer = ask("GET", "/api/v1/flows/weights");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("does not run in this process");
    }

    @Test
    void aFaultIsLoggedWithItsPathAndAnsweredInJson() throws Exception {
        LogLines lines = new LogLines("dev.drover.status.page");
        HttpResponse<String> answer = ask("GET", "/api/v1/routes");
        lines.close();

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(new ObjectMapper().readTree(answer.body()).path("error").asText())
                .isEqualTo(
                        "/api/v1/routes cannot be answered: java.lang.IllegalStateException: routes"
                                + " are broken");
        assertThat(lines.seen())
                .containsExactly("SEVERE status page: /api/v1/routes cannot be answered");
    }

    private HttpResponse<String> ask(String method, String path)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static final class NoFlows implements StatusSource {
        @Override
        public List<FlowStatus> flows() {
            return List.of();
        }

        @Override
        public Optional<FlowObjects> objects(String flow) {
            return Optional.empty();
        }

        @Override
        public Optional<KeyView> queued(String flow, ObjectKey object) {
            return Optional.empty();
        }

        @Override
        public Map<String, Object> written(String flow, ObjectKey object) {
            return Map.of();
        }

        @Override
        public List<?> configuration() {
            return List.of(Map.of("name", "drover.flows"));
        }

        @Override
        public List<?> routes() {
            throw new IllegalStateException("routes are broken");
        }

        @Override
        public Map<String, Object> debug() {
            return Map.of("threads", 1);
        }
    }
}
