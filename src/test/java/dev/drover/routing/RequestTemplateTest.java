package dev.drover.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.apache.camel.Processor;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A template whose instances come and go is tried before it replaces the built-in one. */
class RequestTemplateTest {
    private static final String ID = "registry-request";

    private final DefaultCamelContext context = new DefaultCamelContext();
    @TempDir private Path directory;
    private String template;

    @BeforeEach
    void start() throws IOException {
        Processor idle = exchange -> {};
        for (String bean : List.of("guard", "token", "status", "answer")) {
            context.getRegistry().bind("registry-" + bean, idle);
        }
        try (var in = getClass().getResourceAsStream("/routes/registry/" + ID + ".camel.yaml")) {
            template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void takesOtherNumbersOfTheBreaker() throws IOException {
        RouteSet set = edited("minimumNumberOfCalls: 5", "minimumNumberOfCalls: 20");

        assertThat(set.rejections()).isEmpty();
        assertThat(set.files()).singleElement().matches(file -> !file.builtIn());
    }

    @Test
    void refusesATemplateOfWhichNoInstanceCanBeMade() throws IOException {
        RouteSet set = edited("ref: registry-status", "ref: registry-statsu");

        assertThat(set.rejections())
                .containsExactly(
                        new Rejection(
                                "routes/registry-request.camel.yaml",
                                "from.steps[3].circuitBreaker.steps[1].process: no bean"
                                        + " \"registry-statsu\"; did you mean"
                                        + " \"registry-status\"?"));
        assertThat(set.files()).allMatch(RouteFile::builtIn).hasSize(1);
    }

    @Test
    void refusesATemplateThatHidesCallsWhichWereNotMade() throws IOException {
        RouteSet set =
                edited(
                        "throwExceptionWhenHalfOpenOrOpenState: true",
                        "throwExceptionWhenHalfOpenOrOpenState: false");

        assertThat(set.rejections())
                .singleElement()
                .matches(it -> it.reason().contains("would look answered"));
    }

    private RouteSet edited(String from, String to) throws IOException {
        assertThat(template).contains(from);
        Files.writeString(directory.resolve(ID + ".camel.yaml"), template.replace(from, to));
        RouteFile builtIn = new RouteFile(ID, "registry", "classpath:routes", template, true);
        return new Routes(
                        context,
                        directory,
                        new FlowNames(Set.of("registry"), Set.of("registry")),
                        Clock.systemUTC(),
                        List.of(builtIn))
                .load();
    }
}
