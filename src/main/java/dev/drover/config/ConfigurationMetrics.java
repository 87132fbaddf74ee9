package dev.drover.config;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * {@code drover_config_valid}, 0 while an edit is ignored, and {@code
 * drover_config_reloads_total{result="applied|rejected"}}.
 */
public final class ConfigurationMetrics implements MeterBinder {
    private final ConfigurationWatch watch;

    public ConfigurationMetrics(ConfigurationWatch watch) {
        this.watch = watch;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("drover.config.valid", watch, now -> now.status().valid() ? 1 : 0)
                .description("0 while an invalid edit of the configuration is ignored")
                .register(registry);
        Counter applied = reloads("applied", registry);
        Counter rejected = reloads("rejected", registry);
        watch.onReload(reload -> (reload.accepted() ? applied : rejected).increment());
    }

    private static Counter reloads(String result, MeterRegistry registry) {
        return Counter.builder("drover.config.reloads")
                .description("Edits of the configuration file")
                .tag("result", result)
                .register(registry);
    }
}
