package dev.drover.kubernetes;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.apache.camel.StaticService;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Shows the informers in JMX. Belongs to the context and not to a route, so that a standby, whose
 * consumers are not there, shows them too.
 */
@ManagedResource(description = "Informers of kubernetes-resources")
public final class InformersView extends ServiceSupport implements StaticService {
    private final ResourcesComponent component;

    InformersView(ResourcesComponent component) {
        this.component = component;
    }

    @ManagedAttribute(description = "Resources watched, one line each")
    public List<String> getInformers() {
        return component.informers().stream()
                .sorted(Comparator.comparing(informer -> informer.key().type().toString()))
                .map(InformersView::line)
                .toList();
    }

    @ManagedAttribute(description = "Whether every cache holds a complete list")
    public boolean isSynced() {
        return component.informers().stream()
                .allMatch(informer -> informer.synced() || informer.missing());
    }

    @ManagedAttribute(description = "Objects in all caches")
    public int getObjects() {
        return component.informers().stream().mapToInt(ResourceInformer::size).sum();
    }

    @ManagedAttribute(description = "Longest time in seconds that a cache has been cut off")
    public double getDisconnectedSeconds() {
        return component.informers().stream()
                        .map(ResourceInformer::disconnectedFor)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1e3;
    }

    private static String line(ResourceInformer informer) {
        InformerKey key = informer.key();
        return key.type()
                + (key.namespaces().isEmpty() ? "" : " in " + String.join(",", key.namespaces()))
                + (key.labelSelector().isEmpty() ? "" : " where " + key.labelSelector())
                + (key.fieldSelector().isEmpty() ? "" : " where " + key.fieldSelector())
                + ": "
                + (informer.missing() ? "missing" : informer.synced() ? "synced" : "not synced")
                + ", "
                + informer.size()
                + " objects, last event "
                + informer.lastEventAge().map(age -> age.toSeconds() + " s ago").orElse("never")
                + informer.lastError().map(error -> ", " + error).orElse("");
    }
}
