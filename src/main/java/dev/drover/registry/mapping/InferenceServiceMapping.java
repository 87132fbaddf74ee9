package dev.drover.registry.mapping;

import dev.drover.registry.objects.LegacyPredictor;
import dev.drover.registry.objects.Tree;
import dev.drover.registry.objects.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An {@code InferenceService} as its record shows it (spec registry 6.2, 6.3). */
final class InferenceServiceMapping implements Mapping {
    @Override
    public Optional<String> runtime(Workload workload) {
        Tree predictor = workload.spec().at("predictor");
        return Stream.of(
                        workload.status().text("servingRuntimeName"),
                        workload.status().text("clusterServingRuntimeName"),
                        predictor.text("model", "runtime"),
                        image(predictor, "kserve-container"),
                        predictor.at("containers").items().stream()
                                .findFirst()
                                .flatMap(container -> container.text("image")),
                        LegacyPredictor.of(predictor))
                .flatMap(Optional::stream)
                .findFirst();
    }

    static Optional<String> image(Tree pod, String container) {
        return pod.at("containers").items().stream()
                .filter(it -> it.text("name").filter(container::equals).isPresent())
                .findFirst()
                .flatMap(it -> it.text("image"));
    }

    @Override
    public OwnProperties properties(Workload workload) {
        Tree predictor = workload.spec().at("predictor");
        Tree status = workload.status();
        Tree serving = status.at("components", "predictor");
        Tree model = model(predictor);
        OwnProperties properties =
                OwnProperties.none()
                        .with(OwnKey.URL, status.text("url"))
                        .with(OwnKey.INTERNAL_URL, status.text("address", "url"))
                        .with(OwnKey.REST_URL, serving.text("restUrl"))
                        .with(OwnKey.GRPC_URL, serving.text("grpcUrl"))
                        .with(OwnKey.MODEL_FORMAT, format(predictor))
                        .with(OwnKey.MODEL_FORMAT_VERSION, model.text("modelFormat", "version"))
                        .with(OwnKey.STORAGE_URI, storage(predictor, model))
                        .with(OwnKey.REVISION, revision(workload, serving))
                        .with(OwnKey.TRAFFIC, traffic(status, serving))
                        .with(
                                OwnKey.MODEL_STATE,
                                status.text("modelStatus", "states", "activeModelState"))
                        .with(OwnKey.TRANSITION, status.text("modelStatus", "transitionStatus"))
                        .with(OwnKey.LAST_FAILURE, failure(status))
                        .with(OwnKey.MIN_REPLICAS, predictor.whole("minReplicas"))
                        .with(OwnKey.MAX_REPLICAS, predictor.whole("maxReplicas"))
                        .with(OwnKey.DEPLOYMENT_MODE, status.text("deploymentMode"));
        return Readiness.add(properties, workload);
    }

    private static Tree model(Tree predictor) {
        return predictor.at("model").isObject()
                ? predictor.at("model")
                : LegacyPredictor.of(predictor).map(predictor::at).orElse(predictor.at("model"));
    }

    private static Optional<String> format(Tree predictor) {
        return predictor
                .text("model", "modelFormat", "name")
                .or(() -> LegacyPredictor.of(predictor));
    }

    private static Optional<String> storage(Tree predictor, Tree model) {
        return model.text("storageUri")
                .map(StorageUri::withoutSecrets)
                .or(() -> keyAndPath(model.at("storage")))
                .or(
                        () ->
                                predictor.at("storageUris").items().stream()
                                        .findFirst()
                                        .flatMap(it -> it.text("uri"))
                                        .map(StorageUri::withoutSecrets));
    }

    private static Optional<String> keyAndPath(Tree storage) {
        return storage.text("key")
                .flatMap(key -> storage.text("path").map(path -> key + ":" + path));
    }

    private static Optional<String> revision(Workload workload, Tree serving) {
        return serving.text("latestReadyRevision").or(() -> generation(workload));
    }

    static Optional<String> generation(Workload workload) {
        return workload.generation() > 0
                ? Optional.of("generation-" + workload.generation())
                : Optional.empty();
    }

    private static Optional<String> traffic(Tree status, Tree serving) {
        List<Tree> revisions = serving.at("traffic").items();
        String pairs =
                revisions.isEmpty()
                        ? pairs(status.at("canaryStatuses").items(), "name", "trafficPercent")
                        : pairs(revisions, "revisionName", "percent");
        return Optional.of(pairs);
    }

    private static String pairs(List<Tree> items, String name, String percent) {
        return items.stream()
                .filter(item -> item.text(name).isPresent() && item.whole(percent).isPresent())
                .map(item -> item.text(name).get() + "=" + item.whole(percent).getAsInt())
                .sorted()
                .collect(Collectors.joining(","));
    }

    private static Optional<String> failure(Tree status) {
        Tree failure = status.at("modelStatus", "lastFailureInfo");
        String text =
                Stream.of(failure.text("reason"), failure.text("message"))
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining(": "));
        return Optional.of(text);
    }
}
