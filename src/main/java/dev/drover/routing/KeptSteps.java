package dev.drover.routing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What a user's route keeps of the built-in one that it replaces: without it the route would run,
 * nobody would complain, and the flow would stand still. The heads of the files say the same.
 */
final class KeptSteps {
    private static final String CONCLUDED = "without it nothing is remembered, told or tried again";
    private static final List<Kept> KEPT =
            List.of(
                    new Last("registry-reconcile", "registry-conclude", CONCLUDED),
                    new Last("registry-reconcile-llm", "registry-conclude", CONCLUDED),
                    new Finally("act", "{{flow}}-outcome", "without it no write is accounted for"),
                    new Finally(
                            "weights-scrape",
                            "scrape-done",
                            "without it a target is scraped once and never again"),
                    new Finally(
                            "weights-probe",
                            "probe-done",
                            "without it an endpoint is probed once and never again"),
                    new Thrown("registry-request"));

    private KeptSteps() {}

    static void check(RouteDocument document, RouteDocument replaced) throws RejectedException {
        for (Kept kept : KEPT) {
            if (kept.route().equals(document.file().id())
                    && kept.in(replaced.content())
                    && !kept.in(document.content())) {
                throw new RejectedException(kept.missing());
            }
        }
    }

    private interface Kept {
        String route();

        boolean in(JsonNode route);

        String missing();
    }

    private record Last(String route, String bean, String why) implements Kept {
        @Override
        public boolean in(JsonNode route) {
            JsonNode steps = route.at("/from/steps");
            return processes(steps.path(steps.size() - 1), bean);
        }

        @Override
        public String missing() {
            return "the last step is not \"process: {ref: %s}\"; %s".formatted(bean, why);
        }
    }

    private record Finally(String route, String bean, String why) implements Kept {
        @Override
        public boolean in(JsonNode route) {
            return route.findValues("doFinally").stream()
                    .flatMap(block -> block.findParents("process").stream())
                    .anyMatch(step -> processes(step, bean));
        }

        @Override
        public String missing() {
            return "no doFinally has the step \"process: {ref: %s}\"; %s".formatted(bean, why);
        }
    }

    /** A call that the breaker did not let through must not look answered. */
    private record Thrown(String route) implements Kept {
        private static final String OPTION = "throwExceptionWhenHalfOpenOrOpenState";

        @Override
        public boolean in(JsonNode route) {
            return route.findValues("circuitBreaker").stream()
                    .map(breaker -> breaker.path("resilience4jConfiguration"))
                    .allMatch(
                            set ->
                                    set.path(OPTION).asBoolean()
                                            && !set.path("timeoutEnabled").asBoolean());
        }

        @Override
        public String missing() {
            return ("resilience4jConfiguration of a circuitBreaker lacks \"%s: true\" or has"
                            + " \"timeoutEnabled: true\"; a call that was not made would look"
                            + " answered")
                    .formatted(OPTION);
        }
    }

    private static boolean processes(JsonNode step, String bean) {
        String ref = step.path("process").path("ref").asText();
        return ref.equals(bean) || ref.equals("#" + bean) || ref.equals("#bean:" + bean);
    }
}
