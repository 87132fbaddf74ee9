package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.MovedTime;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.metrics.Stall;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ExternalProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What would have been scraped: KV-cache use by provider. */
final class GivenFigures implements ModelSources {
    final Map<String, Double> kv = new ConcurrentHashMap<>();

    /** Their scrapes fail: what was read last grows old. */
    final Set<String> silent = ConcurrentHashMap.newKeySet();

    private final Map<String, Long> readAt = new ConcurrentHashMap<>();
    final Map<String, ProviderHealth> health = new ConcurrentHashMap<>();
    final List<ObjectKey> released = new CopyOnWriteArrayList<>();
    volatile Runnable beforeTheDecision = () -> {};
    private final MovedTime time;

    GivenFigures(MovedTime time) {
        this.time = time;
    }

    @Override
    public List<List<SourceFigures>> figures(
            ExternalModel model, List<Optional<ExternalProvider>> providers) {
        beforeTheDecision.run();
        return providers.stream()
                .map(provider -> provider.map(it -> List.of(of(it))).orElse(List.of()))
                .toList();
    }

    private SourceFigures of(ExternalProvider provider) {
        String name = provider.key().name();
        Double use = kv.get(name);
        long now = time.nanos();
        long at = silent.contains(name) ? readAt.getOrDefault(name, now) : now;
        readAt.put(name, at);
        return new SourceFigures(
                SourceKind.VLLM,
                "http://metrics.example.com/metrics",
                use != null,
                now,
                use,
                use == null ? null : "vllm:kv_cache_usage_perc",
                use == null ? OptionalLong.empty() : OptionalLong.of(at),
                0.0,
                4.0,
                null,
                null,
                null,
                OptionalLong.empty(),
                false,
                Stall.NONE,
                "ok",
                null);
    }

    @Override
    public List<ProviderHealth> health(
            ExternalModel model, List<Optional<ExternalProvider>> providers) {
        return providers.stream()
                .map(
                        provider ->
                                provider.map(it -> health.get(it.key().name()))
                                        .orElse(ProviderHealth.NONE))
                .toList();
    }

    @Override
    public void release(ObjectKey model) {
        released.add(model);
    }
}
