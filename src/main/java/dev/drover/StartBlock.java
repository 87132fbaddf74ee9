package dev.drover;

import dev.drover.config.Configuration;
import dev.drover.config.DroverKeys;
import dev.drover.config.Durations;
import dev.drover.config.EffectiveValue;
import dev.drover.leadership.LeaseTimings;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a person needs to know of a process to read its log: once, at start. Secrets are masked. */
final class StartBlock {
    private static final Logger LOG = LoggerFactory.getLogger(Drover.class);

    private StartBlock() {}

    /** Duration, renew deadline, retry period. */
    private static String timings(LeaseTimings leases) {
        return Durations.text(leases.duration())
                + "/"
                + Durations.text(leases.renewDeadline())
                + "/"
                + Durations.text(leases.retryPeriod());
    }

    static void log(Configuration configuration, Settings settings, CamelContext context) {
        LOG.info(
                "Drover {} on Java {} and Camel {}: flows={} mode={} namespaces={}",
                Version.current(),
                Runtime.version(),
                context.getVersion(),
                String.join(",", settings.flows()),
                settings.mode().get().word(),
                settings.namespaces().isEmpty() ? "all" : String.join(",", settings.namespaces()));
        LOG.info(
                "Leases {} in namespace {} as {}: {}",
                settings.flows().stream()
                        .map(settings.leadership()::leaseName)
                        .collect(Collectors.joining(",")),
                settings.leadership().namespace(),
                settings.leadership().identity(),
                settings.leadership().elections() ? timings(settings.leases()) : "no elections");
        LOG.info(
                "Management port {}: /observe/health, /observe/health/live, /observe/health/ready,"
                        + " /observe/metrics, /observe/info{}",
                configuration.get(DroverKeys.MANAGEMENT_PORT),
                configuration.get(DroverKeys.JOLOKIA_ENABLED) ? ", /observe/jolokia" : "");
        if (settings.statusServed()) {
            LOG.info(
                    "Status page: http://{}:{}/",
                    configuration.get(DroverKeys.STATUS_BIND),
                    configuration.get(DroverKeys.STATUS_PORT));
        }
        LOG.info("Configuration from {}", String.join(", ", configuration.sources()));
        List<EffectiveValue> changed =
                configuration.effective().stream().filter(EffectiveValue::differs).toList();
        for (EffectiveValue value : changed) {
            LOG.info("  {}={} ({})", value.name(), value.value(), value.source());
        }
        configuration.warnings().forEach(LOG::warn);
        settings.absentFlows()
                .forEach(
                        flow ->
                                LOG.warn(
                                        "drover.flows: the flow {} is not part of this version; it"
                                                + " does not run",
                                        flow));
    }
}
