package dev.drover;

import dev.drover.intents.Mode;
import dev.drover.kubernetes.InformerState;
import dev.drover.kubernetes.ResourcesComponent;
import dev.drover.leadership.Leadership;
import dev.drover.status.Flow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;

/** A flow as health and metrics see it: what leadership, mode and informers say of it. */
record RunningFlow(
        String name, Leadership leadership, Supplier<Mode> current, ResourcesComponent resources)
        implements Flow {
    @Override
    public boolean leading() {
        return leadership.leading(name);
    }

    @Override
    public Optional<String> holder() {
        return leadership.holder(name);
    }

    @Override
    public SortedMap<String, Duration> routesNotStarted() {
        return leadership.routesNotStarted(name);
    }

    @Override
    public String mode() {
        return current.get().word();
    }

    @Override
    public Map<String, Object> details() {
        List<String> missing =
                resources.informerStates().stream()
                        .filter(InformerState::missing)
                        .map(InformerState::resource)
                        .sorted()
                        .toList();
        return Map.of("missingCrds", String.join(", ", missing));
    }
}
