package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Mode;
import dev.drover.registry.api.Failure;
import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about one workload (spec registry 7.3). Pure: the same situation and answers
 * lead to the same step. Ask it again with every answer it wanted, until it has decided.
 */
public final class Reconciliation {
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final Duration SLOWLY = Duration.ofMinutes(5);
    private static final String CLUSTER_UNKNOWN =
            "the name of the environment needs the identity of this cluster: set"
                    + " drover.registry.cluster, or let Drover get the namespace kube-system";

    private Reconciliation() {}

    /** What has to be read first, or the decision. */
    public static Step step(Situation situation, Answers answers) {
        Optional<Step> reverse = Reversal.step(situation, answers);
        return reverse.isPresent() ? reverse.get() : forward(situation, answers);
    }

    private static Step forward(Situation situation, Answers answers) {
        Optional<Workload> workload = situation.workload();
        if (situation.gone() || workload.isEmpty() || workload.get().terminating()) {
            return new Ending(situation, answers).deleted(); // row 2, paused or not
        }
        if (workload.get().mode() == Mode.PAUSED) {
            return idle(situation, answers, Standing.skipped("Paused"), Optional.empty()); // row 1
        }
        return living(situation, answers);
    }

    private static Step living(Situation situation, Answers answers) {
        Step step = rows(situation, answers);
        if (step.wanted().isPresent()) {
            return step;
        }
        Decision decision =
                Reversal.beside(
                        situation, answers, finalizers(situation, step.decision().orElseThrow()));
        return decision.standing().state() == Standing.State.SKIPPED
                ? Step.decided(decision)
                : new FullAnnotation(situation).tell(decision, answers);
    }

    private static Step rows(Situation situation, Answers answers) {
        if (situation.modelLabel().isEmpty() && situation.link().isEmpty()) {
            return unlabelled(situation, answers);
        }
        Optional<String> malformed = malformed(situation);
        if (malformed.isPresent()) {
            return idle(
                    situation,
                    answers,
                    Standing.failed("InvalidReference", malformed.get()),
                    Optional.empty());
        }
        Resolution resolution = situation.resolution();
        if (!resolution.resolved()) {
            return idle(
                    situation,
                    answers,
                    Standing.failed(resolution.reason(), resolution.message()),
                    Optional.of(SLOWLY));
        }
        if (isKnownToBeBad(situation)) {
            return idle(
                    situation,
                    answers,
                    Standing.failed("InvalidReference", situation.knownToBeBad()),
                    Optional.of(Duration.ofHours(1)));
        }
        if (situation.configuration().environment().needsCluster()
                && situation.cluster().isEmpty()) {
            return idle(
                    situation,
                    answers,
                    Standing.pending("ClusterUnknown", CLUSTER_UNKNOWN),
                    Optional.of(SOON));
        }
        return linking(situation, answers);
    }

    /** Rows 3 and 4. */
    private static Step unlabelled(Situation situation, Answers answers) {
        boolean known =
                situation.facts().isPresent()
                        || situation.own().stream()
                                .anyMatch(it -> !situation.isRegistrysOwn(it.record()));
        if (known) {
            return new Ending(situation, answers).unlinked();
        }
        Step step =
                idle(
                        situation,
                        answers,
                        Standing.skipped(whyUnlabelled(situation)),
                        Optional.empty());
        return situation.versionLabel().isPresent()
                ? step.decision()
                        .map(it -> Step.decided(it.mentioning(versionAlone(situation))))
                        .orElse(step)
                : step;
    }

    private static Decision.Line versionAlone(Situation situation) {
        return new Decision.Line(
                false,
                new Wording(situation)
                        .line(
                                "label %s alone asks for no record; label %s is missing"
                                        .formatted(
                                                situation.keys().version(),
                                                situation.keys().model())));
    }

    private static String whyUnlabelled(Situation situation) {
        DomainKeys other = situation.keys().other();
        Workload workload = situation.object();
        return workload.label(other.model()).isPresent() || workload.label(other.link()).isPresent()
                ? "ForeignDomain"
                : "NoLabels";
    }

    /** Row 5. */
    private static Optional<String> malformed(Situation situation) {
        for (String key : List.of(situation.keys().model(), situation.keys().version())) {
            Optional<String> value = situation.object().label(key);
            if (value.isPresent() && !Workload.isId(value.get())) {
                return Optional.of(
                        "%s: \"%s\" is no id; accepted: 1 to 9 digits, the first not 0"
                                .formatted(key, value.get()));
            }
        }
        return Optional.empty();
    }

    /** Nothing is recorded, and what was wrong with the labels an hour ago at most still is. */
    private static boolean isKnownToBeBad(Situation situation) {
        return !situation.knownToBeBad().isEmpty()
                && !situation.referencesDue()
                && situation.own().isEmpty()
                && situation.link().isEmpty();
    }

    private static Step linking(Situation situation, Answers answers) {
        Survey survey = Survey.of(situation, answers);
        Optional<Failure> failure = survey.failure();
        if (failure.isPresent()) {
            return Step.decided(Failing.decision(situation, failure.get())); // row 7
        }
        return survey.wanted().isPresent()
                ? Step.want(survey.wanted().get())
                : new Linking(situation, answers, survey).decide();
    }

    /**
     * Drover's finalizer comes before its first write to a registry, and goes when switched off.
     */
    private static Decision finalizers(Situation situation, Decision decision) {
        boolean has = situation.object().hasFinalizer();
        List<Intent> intents = new ArrayList<>(decision.intents());
        if (!situation.configuration().deletion().finalizer()
                || decision.standing().state() == Standing.State.SKIPPED) {
            if (!has) {
                return decision;
            }
            intents.add(new Finalizers(situation).remove());
        } else {
            if (has || intents.stream().noneMatch(Intent.Call.class::isInstance)) {
                return decision;
            }
            intents.add(0, new Finalizers(situation).add());
        }
        return decision.with(intents, decision.memory());
    }

    /**
     * Nothing is recorded of this object. An earlier one of its name went away all the same, if its
     * record still stands for a deployment (9.1).
     */
    private static Step idle(
            Situation situation, Answers answers, Standing standing, Optional<Duration> look) {
        History history = new History(situation);
        Closing closing = new Closing(situation, answers, history);
        boolean all = Others.earlier(situation).close(closing);
        if (closing.questions().wanted().isPresent()) {
            return closing.questions().stop(situation);
        }
        List<Intent> intents = new ArrayList<>(closing.intents());
        intents.addAll(history.intents());
        Decision decision = Decision.nothing(standing, history.remember(situation.memory()));
        decision = decision.with(intents, decision.memory());
        decision = look.map(decision::lookingAgain).orElse(decision);
        return Step.decided(all ? decision : decision.lookingAgainWithin(SLOWLY));
    }
}
