package dev.drover;

import dev.drover.basemodels.BasemodelsFlow;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.config.DroverKeys;
import dev.drover.config.Schema;
import dev.drover.registry.RegistryFlow;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.settings.RegistryKeys;
import dev.drover.weights.WeightsFlow;
import dev.drover.weights.settings.WeightsConfiguration;
import dev.drover.weights.settings.WeightsKeys;
import java.util.List;

/** The flows of this build: the one place that names them all. */
final class Flows {
    static final List<FlowPart<?>> ALL =
            List.of(
                    new FlowPart<>(
                            WeightsFlow.NAME,
                            WeightsKeys.SCHEMA,
                            WeightsConfiguration::of,
                            WeightsFlow::resources,
                            WeightsFlow::bind),
                    new FlowPart<>(
                            RegistryFlow.NAME,
                            RegistryKeys.SCHEMA,
                            RegistryConfiguration::of,
                            RegistryFlow::resources,
                            RegistryFlow::bind),
                    new FlowPart<>(
                            BasemodelsFlow.NAME,
                            BasemodelsKeys.SCHEMA,
                            BasemodelsConfiguration::of,
                            BasemodelsFlow::resources,
                            BasemodelsFlow::bind));

    private Flows() {}

    static List<String> names() {
        return ALL.stream().map(FlowPart::name).map(String.class::cast).toList();
    }

    /** All keys of the process. */
    static Schema schema() {
        Schema all = DroverKeys.SCHEMA;
        for (FlowPart<?> flow : ALL) {
            all = all.and(flow.schema());
        }
        return all;
    }
}
