package dev.drover.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits of the routes as they are shipped that would stop a flow without a word. */
class KeptStepsTest {
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "registry-reconcile | (?m)^ +- process: \\{ id: conclude.*$ | the last step is not"
                        + " \"process: {ref: registry-conclude}\"; without it nothing is remembered,"
                        + " told or tried again",
                "registry-reconcile-llm | (?m)^ +- process: \\{ id: conclude.*$ | the last step is"
                        + " not \"process: {ref: registry-conclude}\"; without it nothing is"
                        + " remembered, told or tried again",
                "act | -outcome | no doFinally has the step \"process: {ref: {{flow}}-outcome}\";"
                        + " without it no write is accounted for",
                "weights-scrape | scrape-done | no doFinally has the step \"process: {ref:"
                        + " scrape-done}\"; without it a target is scraped once and never again",
                "weights-probe | probe-done | no doFinally has the step \"process: {ref:"
                        + " probe-done}\"; without it an endpoint is probed once and never again",
                "registry-request | throwException.*true | resilience4jConfiguration of a"
                        + " circuitBreaker lacks \"throwExceptionWhenHalfOpenOrOpenState: true\" or has"
                        + " \"timeoutEnabled: true\"; a call that was not made would look answered",
            })
    void isNotTakenAway(String id, String removed, String reason) throws Exception {
        RouteFile builtIn = builtIn(id);
        RouteDocument edited = edited(builtIn, removed, "");
        assertThat(edited.file().content()).isNotEqualTo(builtIn.content());
        assertThatThrownBy(() -> KeptSteps.check(edited, RouteDocument.of(builtIn)))
                .isInstanceOf(RejectedException.class)
                .hasMessage(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{ ref: '#registry-conclude' }", "{ id: mine, ref: registry-conclude }"})
    void mayBeWrittenInAnotherForm(String form) throws Exception {
        RouteFile builtIn = builtIn("registry-reconcile");
        RouteDocument edited = edited(builtIn, "\\{ id: conclude.*}", form);
        assertThat(edited.file().content()).contains(form);
        assertThatCode(() -> KeptSteps.check(edited, RouteDocument.of(builtIn)))
                .doesNotThrowAnyException();
    }

    private static RouteFile builtIn(String id) {
        return BuiltInRoutes.list().stream()
                .filter(file -> file.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static RouteDocument edited(RouteFile builtIn, String from, String to)
            throws RejectedException {
        return RouteDocument.of(
                new RouteFile(
                        builtIn.id(),
                        builtIn.flow(),
                        "file:/etc/drover/routes/" + builtIn.id() + ".camel.yaml",
                        builtIn.content().replaceAll(from, to),
                        false));
    }
}
