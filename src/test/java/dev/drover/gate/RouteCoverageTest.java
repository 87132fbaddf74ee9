package dev.drover.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate can fail: what it calls never executed. */
class RouteCoverageTest {
    @TempDir Path routes;
    @TempDir Path coverage;

    @BeforeEach
    void someRoutes() throws IOException {
        Files.writeString(
                routes.resolve("act.camel.yaml"),
                """
                - routeTemplate:
                    id: act
                    from:
                      uri: "direct:act"
                      steps:
                        - doTry:
                            id: try
                            steps:
                              - process: { id: write, ref: w }
                            doCatch:
                              - id: catch
                                steps:
                                  - setBody: { id: nobody, constant: "" }
                            doFinally:
                              id: finally
                              steps:
                                - process: { id: outcome, ref: o }
                """);
        Files.writeString(
                routes.resolve("weights-act.camel.yaml"),
                "- templatedRoute: { routeTemplateRef: act, routeId: weights-act }\n");
        Files.writeString(
                routes.resolve("tick.camel.yaml"),
                """
                - route:
                    id: tick
                    from: { uri: "timer:t", steps: [ { filter: { id: some, steps: [ { to: { id: go, uri: "direct:x" } } ] } } ] }
                """);
    }

    @Test
    void namesTheStepsThatNoRunExecuted() throws IOException {
        Files.writeString(
                coverage.resolve("1.xml"),
                """
                <steps>
                  <step name="weights-act/write" exchangesTotal="2"/>
                  <step name="weights-act/nobody" exchangesTotal="0"/>
                  <step name="tick/some" exchangesTotal="1"/>
                </steps>
                """);
        Files.writeString(
                coverage.resolve("2.xml"),
                "<steps>\n  <step name=\"weights-act/outcome\" exchangesTotal=\"1\"/>\n</steps>\n");

        assertThat(RouteCoverageGate.neverExecuted(routes, coverage))
                .containsExactly("tick/go", "weights-act/nobody");
    }

    @Test
    void withoutAnyRunEveryStepIsNamed() throws IOException {
        assertThat(RouteCoverageGate.neverExecuted(routes, coverage))
                .containsExactly(
                        "tick/some",
                        "tick/go",
                        "weights-act/write",
                        "weights-act/nobody",
                        "weights-act/outcome");
    }
}
