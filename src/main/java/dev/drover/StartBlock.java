package dev.drover;

import dev.drover.config.Configuration;
import dev.drover.config.EffectiveValue;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a person needs to know of a process to read its log: once, at start. Secrets are masked. */
final class StartBlock {
    private static final Logger LOG = LoggerFactory.getLogger(Drover.class);

    private StartBlock() {}

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
                settings.leadership().elections() ? settings.leases() : "no elections");
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
