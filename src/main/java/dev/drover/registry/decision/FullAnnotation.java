package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.settings.StatusAnnotation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The state of a workload in its annotation, with {@code status-annotation=full} (spec registry
 * 8.2): written when state or reason change, at most once a minute.
 */
final class FullAnnotation {
    private static final Duration PAUSE = Duration.ofSeconds(60);

    private final Situation situation;

    FullAnnotation(Situation situation) {
        this.situation = situation;
    }

    private boolean on() {
        return situation.configuration().linking().annotation() == StatusAnnotation.FULL;
    }

    /** What the annotation should say of the standing; empty unless it says anything. */
    Optional<Facts.Standing> of(Standing standing) {
        return on() ? Optional.of(standing(standing)) : Optional.empty();
    }

    private Facts.Standing standing(Standing standing) {
        String state = capitalised(standing.state().name());
        String since =
                noted().filter(it -> same(it, standing))
                        .map(Facts.Standing::since)
                        .orElse(
                                situation
                                        .now()
                                        .truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
                                        .toString());
        return new Facts.Standing(
                state,
                standing.reason(),
                standing.message(),
                situation.object().generation(),
                since);
    }

    private Optional<Facts.Standing> noted() {
        return situation.facts().flatMap(Facts::standing);
    }

    private static boolean same(Facts.Standing noted, Standing standing) {
        return noted.state().equalsIgnoreCase(standing.state().name())
                && noted.reason().equals(standing.reason());
    }

    private static String capitalised(String word) {
        return word.charAt(0) + word.substring(1).toLowerCase(java.util.Locale.ROOT);
    }

    /** The decision with the patch that tells its standing, if there is news and a turn for it. */
    Step tell(Decision decision, Answers answers) {
        Standing standing = decision.standing();
        boolean told = noted().filter(it -> same(it, standing)).isPresent();
        boolean patches =
                decision.intents().stream().anyMatch(it -> it.name().equals(MetadataPatch.NAME));
        if (!on() || told || patches || standing.reason().equals("LinkPaced")) {
            return Step.decided(decision);
        }
        long now = situation.nowNanos();
        Duration passed =
                Duration.ofNanos(
                        now - situation.memory().annotated().orElse(now - PAUSE.toNanos()));
        if (passed.compareTo(PAUSE) < 0) {
            return Step.decided(decision.lookingAgainWithin(PAUSE.minus(passed)));
        }
        Questions questions = new Questions(answers);
        Optional<Turn> turn = LinkTurns.ask(situation, questions);
        if (turn.isEmpty()) {
            return questions.stop(situation);
        }
        if (!turn.get().isNow()) {
            return Step.decided(
                    turn.get().after().map(decision::lookingAgainWithin).orElse(decision));
        }
        List<Intent> intents = new ArrayList<>(decision.intents());
        intents.add(patch(standing));
        return Step.decided(decision.with(intents, decision.memory().annotatedAt(now)));
    }

    private Intent patch(Standing standing) {
        Facts link =
                situation
                        .facts()
                        .map(Facts::link)
                        .orElse(
                                new Facts(
                                        situation.registry(),
                                        "",
                                        "",
                                        "",
                                        situation.object().uid(),
                                        Optional.empty()));
        String note =
                new Facts(
                                link.registry(),
                                link.record(),
                                link.environment(),
                                link.model(),
                                link.uid(),
                                of(standing))
                        .text();
        return new MetadataPatch(situation.object())
                .annotation(Workload.REGISTRY, note)
                .intent(
                        MetadataPatch.NAME,
                        new Wording(situation)
                                .quietly("status", "annotation says " + standing.reason()));
    }
}
