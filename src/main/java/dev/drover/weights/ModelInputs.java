package dev.drover.weights;

import dev.drover.intents.Ledger;
import dev.drover.intents.Mode;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.Invalid;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.weights.decision.LastWrite;
import dev.drover.weights.decision.Observed;
import dev.drover.weights.decision.RefInputs;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import dev.drover.weights.settings.WeightsConfiguration;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Collects everything that one decision depends on: the object, its providers as cached, figures,
 * the ledger, mode, configuration, clocks. Reads memory only.
 */
final class ModelInputs {
    private final Platform<WeightsConfiguration> platform;
    private final ModelSources sources;

    ModelInputs(Platform<WeightsConfiguration> platform, ModelSources sources) {
        this.platform = platform;
        this.sources = sources;
    }

    /** False while an absent provider means nothing, because they were not listed yet. */
    boolean ready() {
        return providers().synced();
    }

    Observed observe(GenericKubernetesResource object) {
        ExternalModel model = ExternalModel.of(object);
        Mode mode =
                platform.mode()
                        .get()
                        .stricter(Mode.ofAnnotation(model.annotations().get(Mode.ANNOTATION)));
        List<Optional<ExternalProvider>> views = model.refs().stream().map(this::provider).toList();
        return new Observed(
                model,
                refs(model, mode, views),
                mode,
                platform.configuration().get(),
                platform.clock().instant(),
                platform.nanos().getAsLong(),
                lastWrite(platform.ledger().of(model.key(), model.uid())));
    }

    private ResourceCache providers() {
        return platform.caches().apply(ExternalProvider.RESOURCE);
    }

    private Optional<ExternalProvider> provider(ProviderRef ref) {
        return ref.usable()
                ? providers().get(ref.provider()).map(ExternalProvider::of)
                : Optional.empty();
    }

    /** Nobody scrapes or probes for a model that nothing is decided for. */
    private List<RefInputs> refs(
            ExternalModel model, Mode mode, List<Optional<ExternalProvider>> views) {
        if (mode == Mode.PAUSED
                || model.deleting()
                || model.ownedByMigration()
                || model.usableRefs() < 2) {
            sources.release(model.key());
            return views.stream().map(view -> new RefInputs(view, List.of())).toList();
        }
        List<List<SourceFigures>> figures = sources.figures(model, views);
        List<ProviderHealth> health = sources.health(model, views);
        return IntStream.range(0, views.size())
                .mapToObj(i -> new RefInputs(views.get(i), figures.get(i), health.get(i)))
                .toList();
    }

    private static Optional<LastWrite> lastWrite(Ledger.Entry entry) {
        return entry.lastAttempt()
                .map(
                        attempt ->
                                new LastWrite(
                                        outcome(attempt),
                                        attempt.generation(),
                                        attempt.atNanos(),
                                        entry.lastFailure().map(ModelInputs::firstCause).orElse(""),
                                        entry.lastFailure().stream()
                                                .flatMap(failure -> failure.causes().stream())
                                                .map(Invalid.Cause::field)
                                                .toList()));
    }

    private static LastWrite.Outcome outcome(Ledger.Attempt attempt) {
        return switch (attempt.outcome()) {
            case APPLIED, UNCHANGED, EXISTS -> LastWrite.Outcome.APPLIED;
            case INVALID -> LastWrite.Outcome.REFUSED;
            case OBSERVED, CONFLICT, DENIED, FORBIDDEN, FENCED, UNKNOWN, ERROR ->
                    LastWrite.Outcome.FAILED;
        };
    }

    private static String firstCause(Ledger.Failure failure) {
        return failure.causes().stream()
                .findFirst()
                .map(ModelInputs::sentence)
                .orElse(failure.message());
    }

    private static String sentence(Invalid.Cause cause) {
        return cause.field() + ": " + cause.message();
    }
}
