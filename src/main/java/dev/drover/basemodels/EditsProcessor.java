package dev.drover.basemodels;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.kubernetes.ResourcesConstants;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Notices an edit of the flow's keys, bean {@code basemodels-edits}. Out: body = keys of all PVC
 * models after an edit, else none.
 */
final class EditsProcessor implements Processor {
    private final Supplier<BasemodelsConfiguration> configuration;
    private final Function<String, ResourceCache> caches;
    private BasemodelsConfiguration known; // used by the timer's thread alone

    EditsProcessor(
            Supplier<BasemodelsConfiguration> configuration,
            Function<String, ResourceCache> caches) {
        this.configuration = configuration;
        this.caches = caches;
        this.known = configuration.get();
    }

    @Override
    public void process(Exchange exchange) {
        BasemodelsConfiguration now = configuration.get();
        List<ObjectKey> models =
                now.equals(known)
                        ? List.of()
                        : Stream.of(BasemodelsResources.MODELS, BasemodelsResources.CLUSTER_MODELS)
                                .flatMap(this::onClaims)
                                .toList();
        known = now;
        exchange.getMessage().setBody(models);
        // ends a pause too: the edit may be what a refused Job waits for
        exchange.getMessage().setHeader(ResourcesConstants.ENQUEUE_CAUSE, "updated");
    }

    private Stream<ObjectKey> onClaims(String resource) {
        return caches.apply(resource).list().stream()
                .map(BaseModel::of)
                .filter(model -> model.source().ours())
                .map(BaseModel::key);
    }
}
