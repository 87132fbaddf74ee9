package dev.drover.weights.metrics.vllm;

import dev.drover.weights.metrics.Counters;
import dev.drover.weights.metrics.Gauges;
import dev.drover.weights.metrics.Labels;
import dev.drover.weights.metrics.ModelLabels;
import dev.drover.weights.metrics.Page;
import dev.drover.weights.metrics.PageReading;
import java.util.HashMap;
import java.util.Map;

/** One page of an engine: figures for every model on it (spec weights 4.2). */
final class EnginePage implements PageReading {
    private final EngineVocabulary vocabulary;
    private final Map<String, EngineModel> models = new HashMap<>();
    private final EngineModel unlabelled = new EngineModel();
    private boolean wanted;
    private Double processStart;

    EnginePage(EngineVocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    @Override
    public void sample(int family, Labels labels, double value) {
        if (vocabulary.processStart(family)) {
            processStart = value;
            return;
        }
        wanted = true;
        String name = ModelLabels.model(labels);
        for (EngineVocabulary.Use use : vocabulary.uses(family)) {
            if (use.name().selects(labels)) {
                model(name).add(use, labels, value);
            }
        }
    }

    @Override
    public Page page() {
        // a family without any model label speaks of every model; one that has some does not
        models.values().forEach(unlabelled::without);
        models.values().forEach(model -> model.complete(unlabelled));
        if (models.isEmpty() && wanted) {
            models.put("", unlabelled);
        }
        Map<String, Gauges> gauges = new HashMap<>();
        Map<String, Counters> counters = new HashMap<>();
        models.forEach(
                (name, model) -> {
                    gauges.put(name, model.gauges());
                    counters.put(name, model.counters());
                });
        return new Page(wanted, gauges, counters, processStart);
    }

    private EngineModel model(String name) {
        return name.isEmpty() ? unlabelled : models.computeIfAbsent(name, n -> new EngineModel());
    }
}
