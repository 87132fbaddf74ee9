package dev.drover.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.apache.camel.Processor;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.RoutePolicySupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes made on purpose, and the sentence that each gets. */
class RejectionsTest {
    private static final String ONE = "; accepted: one routeTemplate, route, templatedRoute a file";

    @TempDir Path directory;
    private final DefaultCamelContext context = new DefaultCamelContext();

    @BeforeEach
    void beans() {
        Processor nothing = exchange -> {};
        for (String name : List.of("weights-write", "weights-calculator")) {
            context.getRegistry().bind(name, Processor.class, nothing);
        }
        context.getRegistry().bind("weights-leader", new RoutePolicySupport() {});
    }

    @AfterEach
    void close() {
        context.stop();
    }

    @TestFactory
    List<DynamicTest> ofTheFile() {
        return List.of(
                says("nothing in it", "x", "", "holds nothing" + ONE),
                says("no list", "x", "route: {}", "holds no list of entries" + ONE),
                says(
                        "two routes",
                        "x",
                        "- route: {id: x}\n- route: {id: y}",
                        "holds 2 entries" + ONE),
                says("beans", "x", "- beans: []", "holds \"beans\"" + ONE),
                says(
                        "broken YAML",
                        "x",
                        "- route:\n    id: [x\n",
                        "line 2: is not YAML: while parsing a flow sequence"),
                says(
                        "another id",
                        "x",
                        "- route: {id: y}\n",
                        "id is \"y\"; accepted: \"x\", the name of the file"));
    }

    @TestFactory
    List<DynamicTest> ofTheSchema() {
        return List.of(
                says(
                        "an unknown step",
                        "x",
                        route("x", "timer:x", "- lgo: hello"),
                        "from.steps[0]: unknown property \"lgo\"; did you mean \"log\"?"),
                says(
                        "an unknown property of a step",
                        "x",
                        route("x", "timer:x", "- log: {mesage: hello}"),
                        "from.steps[0].log: unknown property \"mesage\"; did you mean"
                                + " \"message\"?"),
                says(
                        "a text for a boolean",
                        "x",
                        route(
                                "x",
                                "timer:x",
                                "- split: {simple: '${body}', stopOnException: 'true', steps: []}"),
                        "from.steps[0].split.stopOnException: string found, boolean expected"),
                says(
                        "no uri",
                        "x",
                        "- route:\n    id: x\n    from:\n      steps: []\n",
                        "from: \"uri\" is missing"));
    }

    @TestFactory
    List<DynamicTest> ofTheEndpoints() {
        return List.of(
                says(
                        "an unknown component",
                        "x",
                        route("x", "tiemr:x", "- log: hello"),
                        "no component \"tiemr\"; did you mean \"timer\"?"),
                says(
                        "an unknown option in the URI",
                        "x",
                        route("x", "timer:x?delai=5", "- log: hello"),
                        "timer: unknown option \"delai\"; did you mean \"delay\"?"),
                says(
                        "a value of the wrong type",
                        "x",
                        route("x", "timer:x?fixedRate=often", "- log: hello"),
                        "timer: option \"fixedRate\" is \"often\"; accepted: true, false"),
                says(
                        "a call that nobody answers",
                        "x",
                        route("x", "timer:x", "- to: 'direct:weights-atc'"),
                        "no route starts with \"direct:weights-atc\"; did you mean"
                                + " \"direct:weights-act\"?"),
                says(
                        "a second route for the same call",
                        "x",
                        route("x", "direct:weights-act", "- log: hello"),
                        "\"direct:weights-act\" starts the route weights-act already"));
    }

    @TestFactory
    List<DynamicTest> ofTheTrial() {
        return List.of(
                says(
                        "an unknown bean",
                        "x",
                        route("x", "timer:x", "- process: {ref: weights-calculatr}"),
                        "from.steps[0].process: no bean \"weights-calculatr\"; did you mean"
                                + " \"weights-calculator\"?"),
                says(
                        "an expression that is none",
                        "x",
                        route("x", "timer:x", "- setBody: {simple: '${nothing}'}"),
                        "from.steps[0].setBody: Unknown function: nothing"),
                says(
                        "an expression that is none, in a short form",
                        "x",
                        route("x", "timer:x", "- log: hello", "- log: 'to ${bodi}'"),
                        "from.steps[1].log: Unknown function: bodi"),
                says(
                        "a step id twice",
                        "x",
                        route(
                                "x",
                                "timer:x",
                                "- log: {id: a, message: a}",
                                "- log: {id: a, message: b}"),
                        "Duplicate id detected: a. Please correct ids to be unique among all your"
                                + " routes."));
    }

    @TestFactory
    List<DynamicTest> ofWhatIsReplaced() {
        return List.of(
                says(
                        "the policy of a trigger route left out",
                        "weights-reconcile",
                        route("weights-reconcile", "timer:x", "- to: 'direct:weights-act'"),
                        "\"routePolicy: weights-leader\" of the built-in route is missing; without"
                                + " it every replica would run the route"),
                says(
                        "a route in the place of a template",
                        "act",
                        route("act", "timer:x", "- log: hello"),
                        "is a route, the built-in one is a routeTemplate"),
                says(
                        "a template whose instance cannot be made",
                        "act",
                        """
                        - routeTemplate:
                            id: act
                            parameters: [ { name: flow } ]
                            from:
                              uri: "direct:{{flow}}-act"
                              steps:
                                - process: { ref: "{{flow}}-wirte" }
                        """,
                        "weights-act: no bean \"weights-wirte\"; did you mean \"weights-write\"?"),
                says(
                        "a template whose instances are made while running",
                        "mine",
                        """
                        - routeTemplate:
                            id: mine
                            parameters: [ { name: registry } ]
                            from:
                              uri: "direct:mine-{{registry}}"
                              steps:
                                - process: { ref: "{{registry}}-known-later" }
                                - process: { ref: nobody }
                        """,
                        "from.steps[1].process: no bean \"nobody\""),
                says(
                        "a replaced route that no longer answers",
                        "weights-act",
                        route("weights-act", "timer:x", "- log: hello"),
                        "weights-reconcile: no route starts with \"direct:weights-act\""));
    }

    private DynamicTest says(String mistake, String id, String yaml, String reason) {
        return DynamicTest.dynamicTest(
                mistake,
                () -> {
                    Path file = Files.writeString(directory.resolve(id + ".camel.yaml"), yaml);
                    RouteSet set =
                            new Routes(
                                            context,
                                            directory,
                                            new FlowNames(Set.of("weights"), Set.of("weights")),
                                            Clock.systemUTC(),
                                            BuiltIn.ALL.subList(0, 3))
                                    .load();
                    Files.delete(file);

                    assertThat(set.rejections())
                            .containsExactly(new Rejection("routes/" + id + ".camel.yaml", reason));
                    assertThat(set.files()).allMatch(RouteFile::builtIn).hasSize(3);
                });
    }

    private static String route(String id, String from, String... steps) {
        StringBuilder yaml = new StringBuilder();
        yaml.append("- route:\n    id: ").append(id);
        yaml.append("\n    from:\n      uri: ").append(from).append("\n      steps:\n");
        for (String step : steps) {
            yaml.append("        ").append(step).append('\n');
        }
        return yaml.toString();
    }
}
