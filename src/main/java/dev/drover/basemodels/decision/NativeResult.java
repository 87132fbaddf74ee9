package dev.drover.basemodels.decision;

import dev.drover.basemodels.metadata.ExtractionResult;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.MetadataJob;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** What the containers of a native Job left as their termination messages. */
record NativeResult(ContainerEnds ends) implements AttemptResult {
    @Override
    public Optional<Found> found() {
        return ends.good().flatMap(end -> found(end).stream()).findFirst();
    }

    private Optional<Found> found(JobPod.Terminated end) {
        Instant now = ends.situation().now();
        Instant at = end.at().isAfter(now) ? now : end.at();
        return read(end)
                .fold(
                        result ->
                                Optional.of(
                                        new Found(
                                                result.fields(),
                                                result.foundAt(),
                                                result.warnings(),
                                                at)),
                        failure -> Optional.empty(),
                        invalid -> Optional.empty());
    }

    @Override
    public Optional<String> defect() {
        return ends.good()
                .filter(end -> !end.message().isBlank())
                .findFirst()
                .map(
                        end ->
                                read(end)
                                        .fold(
                                                result -> "it is one",
                                                failure -> "it tells of a failure",
                                                invalid -> invalid.problem()));
    }

    @Override
    public AttemptFailure failure(MetadataJob.End end) {
        Optional<ExtractionResult.Failure> told = ends.lastBad().flatMap(this::told);
        return told.filter(failure -> failure.code().permanent())
                .map(failure -> permanent(failure, end.at()))
                .orElseGet(() -> ends.failure(end, told.map(NativeResult::words)));
    }

    private Optional<ExtractionResult.Failure> told(JobPod.Terminated last) {
        Function<Object, Optional<ExtractionResult.Failure>> nothing = other -> Optional.empty();
        return read(last)
                .fold(nothing, Optional::of, nothing)
                .filter(failure -> failure.code().exit() == last.exitCode());
    }

    /** What the files are like; everything else is for Kubernetes to say, which knows more. */
    private static AttemptFailure permanent(ExtractionResult.Failure failure, Instant at) {
        Cause cause = Cause.ofWord(failure.code().word()).orElse(Cause.EXTRACTOR_FAILED);
        return AttemptFailure.of(cause, words(failure), at).withExit(failure.code().exit());
    }

    private static String words(ExtractionResult.Failure failure) {
        return Sentences.joined(failure.message(), failure.hint());
    }

    private ExtractionResult read(JobPod.Terminated end) {
        return ExtractionResult.parse(end.message())
                .madeFor(ends.situation().fingerprint().value());
    }
}
