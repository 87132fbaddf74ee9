package dev.drover.basemodels.decision;

import dev.drover.kubernetes.ObjectKey;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What users were told last, as it stands in the model: in the condition {@code Ready}, or with a
 * CRD that has none, in the annotation {@code drover.dev/pvc}.
 *
 * @param cause empty when it is none of ours
 * @param message as a whole, {@code <Cause>: …}
 */
record LastShown(Optional<Cause> cause, String message) {
    private static final Pattern FIRST_WORD = Pattern.compile("^(\\w+): ");
    private static final Pattern JOB = Pattern.compile("\\bJob (\\S+/\\S+?)(?=[\\s.,;:)]|$)");

    static LastShown of(Inputs inputs) {
        return ofMessage(
                inputs.conditionsSupported()
                        ? ModelStatus.of(inputs.model(), true).message()
                        : ClaimNote.message(inputs.model()));
    }

    static LastShown ofMessage(String message) {
        Matcher word = FIRST_WORD.matcher(message);
        return new LastShown(word.find() ? Cause.ofWord(word.group(1)) : Optional.empty(), message);
    }

    /** What held a running Job up. */
    Optional<String> obstacle() {
        return cause.filter(Cause::blocks).map(it -> Verdict.essence(message));
    }

    /** The same, to be shown again; empty when it was about another Job. */
    Optional<Verdict> obstacleOf(ObjectKey job) {
        return cause.filter(Cause::blocks)
                .filter(it -> job(message).filter(job.toString()::equals).isPresent())
                .map(
                        it ->
                                Verdict.of(
                                        it,
                                        FIRST_WORD
                                                .matcher(Verdict.essence(message))
                                                .replaceFirst("")));
    }

    /** True when it is the verdict, apart from the words of others. */
    boolean says(Verdict verdict) {
        return Verdict.essence(message).equals(Verdict.essence(verdict.message()));
    }

    /** True when the verdict tells the same: cause and Job. */
    boolean tells(Verdict verdict) {
        return cause.filter(it -> it == verdict.cause()).isPresent()
                && job(message).equals(job(verdict.message()));
    }

    private static Optional<String> job(String message) {
        Matcher job = JOB.matcher(Verdict.essence(message));
        return job.find() ? Optional.of(job.group(1)) : Optional.empty();
    }
}
