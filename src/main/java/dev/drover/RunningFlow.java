package dev.drover;

import dev.drover.intents.Mode;
import dev.drover.kubernetes.InformerState;
import dev.drover.kubernetes.ResourceType;
import dev.drover.kubernetes.ResourcesComponent;
import dev.drover.kubernetes.ResourcesEndpoint;
import dev.drover.leadership.Leadership;
import dev.drover.status.Flow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;

/** A flow as health and metrics see it: what leadership, mode and informers say of it. */
record RunningFlow(
        String name,
        CamelContext context,
        Leadership leadership,
        Supplier<Mode> current,
        ResourcesComponent resources)
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
                informers().stream()
                        .filter(InformerState::missing)
                        .map(InformerState::resource)
                        .sorted()
                        .toList();
        return Map.of("missingCrds", String.join(", ", missing));
    }

    /** Of the resources that the flow's routes watch, led here or not. */
    List<InformerState> informers() {
        Set<String> watched =
                context.getRoutes().stream()
                        .filter(route -> route.getRouteId().startsWith(name + "-"))
                        .map(Route::getEndpoint)
                        .filter(ResourcesEndpoint.class::isInstance)
                        .map(ResourcesEndpoint.class::cast)
                        .map(endpoint -> ResourceType.parse(endpoint.getResource()).qualifiedName())
                        .collect(Collectors.toSet());
        return resources.informerStates().stream()
                .filter(informer -> watched.contains(informer.resource()))
                .toList();
    }
}
