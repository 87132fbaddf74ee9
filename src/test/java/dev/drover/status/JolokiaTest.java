package dev.drover.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JMX over HTTP: off, or behind a password and a policy. Refusals come with HTTP 200. */
@Timeout(60)
class JolokiaTest {
    private static final String ROUTE =
            "org.apache.camel:context=jolokia-test,type=routes,name=%22r%22";

    @TempDir Path folder;
    private final HttpClient client = HttpClient.newHttpClient();
    private int port;
    private Main main;

    @AfterEach
    void stop() {
        if (main != null) {
            main.stop();
        }
    }

    private void start(boolean jolokia) throws Exception {
        Path users =
                Files.writeString(folder.resolve("users.properties"), "user.ann=secret,admin\n");
        start(jolokia, users);
    }

    private void start(boolean jolokia, Path users) throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        main = new Main();
        main.setDefaultPropertyPlaceholderLocation("false");
        ManagementPort.properties(port, jolokia, users)
                .forEach((key, value) -> main.addProperty((String) key, (String) value));
        main.addProperty("camel.main.name", "jolokia-test");
        main.addProperty("camel.main.autoConfigurationLogSummary", "false");
        main.configure()
                .addRoutesBuilder(
                        new RouteBuilder() {
                            @Override
                            public void configure() {
                                from("direct:r").routeId("r").log("r");
                            }
                        });
        main.start();
    }

    private HttpResponse<String> ask(String path, Optional<String> user, Optional<String> body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        user.ifPresent(
                u ->
                        request.header(
                                "Authorization",
                                "Basic "
                                        + Base64.getEncoder()
                                                .encodeToString(
                                                        u.getBytes(StandardCharsets.UTF_8))));
        body.ifPresent(b -> request.POST(HttpRequest.BodyPublishers.ofString(b)));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode jolokia(String body) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                ask("/observe/jolokia/", Optional.of("ann:secret"), Optional.of(body));
        assertThat(answer.statusCode()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body());
    }

    @Test
    void isOffUnlessAskedFor() throws Exception {
        start(false);
        assertThat(ask("/observe/jolokia/version", Optional.empty(), Optional.empty()).statusCode())
                .isEqualTo(404);
        assertThat(ask("/observe/health/live", Optional.empty(), Optional.empty()).statusCode())
                .isEqualTo(200);
    }

    @Test
    void asksForAPasswordAndLeavesHealthOpen() throws Exception {
        start(true);
        String version = "/observe/jolokia/version";
        assertThat(ask(version, Optional.empty(), Optional.empty()).statusCode()).isEqualTo(401);
        assertThat(ask(version, Optional.of("ann:wrong"), Optional.empty()).statusCode())
                .isEqualTo(401);
        assertThat(ask("/observe/jolokia", Optional.empty(), Optional.empty()).statusCode())
                .isEqualTo(401);
        assertThat(
                        ask(
                                        "/observe/jolokia/",
                                        Optional.empty(),
                                        Optional.of("{\"type\":\"version\"}"))
                                .statusCode())
                .isEqualTo(401);
        assertThat(ask(version, Optional.of("ann:secret"), Optional.empty()).statusCode())
                .isEqualTo(200);
        assertThat(ask("/observe/health/live", Optional.empty(), Optional.empty()).statusCode())
                .isEqualTo(200);
        allowsReadingAndRouteOperations();
        refusesTheRest();
    }

    private void allowsReadingAndRouteOperations() throws Exception {
        String route = ROUTE.replace("%22", "\\\"");
        assertThat(jolokia(read(route, "State")).get("value").textValue()).isEqualTo("Started");
        for (String operation :
                new String[] {
                    "stop()", "start()", "dumpRouteAsXml()", "reset()", "suspend()", "resume()"
                }) {
            assertThat(jolokia(exec(route, operation)).get("status").intValue())
                    .as(operation)
                    .isEqualTo(200);
        }
        assertThat(jolokia("{\"type\":\"search\",\"mbean\":\"org.apache.camel:*\"}").get("status"))
                .hasToString("200");
        assertThat(jolokia(read("java.lang:type=Memory", "HeapMemoryUsage")).get("status"))
                .hasToString("200");
    }

    private void refusesTheRest() throws Exception {
        String context =
                "org.apache.camel:context=jolokia-test,type=context,name=\\\"jolokia-test\\\"";
        String route = ROUTE.replace("%22", "\\\"");
        refused(exec(context, "sendStringBody(java.lang.String,java.lang.String)"));
        refused(exec(context, "stop()"));
        refused(exec(route, "remove()"));
        refused(exec("com.sun.management:type=HotSpotDiagnostic", "dumpHeap"));
        refused(exec("com.sun.management:type=DiagnosticCommand", "help"));
        refused(exec("java.lang:type=Memory", "gc"));
        refused(exec("java.util.logging:type=Logging", "setLoggerLevel"));
        refused(read("java.lang:type=Runtime", "SystemProperties"));
        refused(read("java.lang:type=Runtime", "InputArguments"));
        refused(read("JMImplementation:type=MBeanServerDelegate", "MBeanServerId"));
        refused(
                "{\"type\":\"write\",\"mbean\":\"java.util.logging:type=Logging\","
                        + "\"attribute\":\"x\",\"value\":1}");
    }

    private void refused(String request) throws Exception {
        JsonNode answer = jolokia(request);
        assertThat(answer.get("status").intValue()).as(request).isEqualTo(403);
        assertThat(answer.has("value")).isFalse();
    }

    private static String read(String bean, String attribute) {
        return "{\"type\":\"read\",\"mbean\":\"%s\",\"attribute\":\"%s\"}"
                .formatted(bean, attribute);
    }

    private static String exec(String bean, String operation) {
        return "{\"type\":\"exec\",\"mbean\":\"%s\",\"operation\":\"%s\"}"
                .formatted(bean, operation);
    }

    @Test
    void aMissingUsersFileStopsTheStart() {
        assertThatThrownBy(() -> start(true, folder.resolve("nobody.properties")))
                .hasStackTraceContaining("nobody.properties");
    }
}
