package dev.drover.weights.metrics.epp;

import dev.drover.weights.metrics.Counters;
import dev.drover.weights.metrics.Gauges;
import dev.drover.weights.metrics.Labels;
import dev.drover.weights.metrics.ModelLabels;
import dev.drover.weights.metrics.Page;
import dev.drover.weights.metrics.PageReading;
import java.util.HashMap;
import java.util.Map;

/** One page of an endpoint picker: gauges by pool, requests by model (spec weights 4.2). */
final class PickerPage implements PageReading {
    private final PickerVocabulary vocabulary;
    private final Map<String, Pool> pools = new HashMap<>();
    private final Map<String, Requests> models = new HashMap<>();
    private Double processStart;

    PickerPage(PickerVocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    @Override
    public void sample(int family, Labels labels, double value) {
        vocabulary
                .use(family)
                .ifPresentOrElse(use -> sample(use, labels, value), () -> processStart = value);
    }

    private void sample(PickerVocabulary.Use use, Labels labels, double value) {
        if (use.figure().ofPool()) {
            String pool = labels.get("name");
            pools.computeIfAbsent(pool == null ? "" : pool, name -> new Pool()).add(use, value);
        } else {
            models.computeIfAbsent(ModelLabels.model(labels), name -> new Requests())
                    .add(use, labels.get("le"), value);
        }
    }

    @Override
    public Page page() {
        Map<String, Gauges> gauges = new HashMap<>();
        pools.forEach((name, pool) -> gauges.put(name, pool.gauges()));
        Map<String, Counters> counters = new HashMap<>();
        models.forEach((name, requests) -> counters.put(name, requests.counters()));
        boolean wanted = !pools.isEmpty() || !models.isEmpty();
        return new Page(wanted, gauges, counters, processStart);
    }
}
