package dev.drover.basemodels;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.kubernetes.ResourcesConstants;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Finds the models that a change of another object concerns, beans {@code basemodels-claim-models},
 * {@code …-job-models} and so on. In: the object of the pass, which may be gone. Out: body = keys
 * of models of both kinds; those without a namespace are ClusterBaseModels.
 */
final class ModelsProcessor implements Processor {
    private final Function<String, ResourceCache> caches;
    private final Function<GenericKubernetesResource, Collection<String>> values;
    private final String cause;

    /**
     * @param values of the {@link ModelIndex} under which the models are filed
     * @param cause word that the models' passes show; {@code updated} also ends a pause
     */
    ModelsProcessor(
            Function<String, ResourceCache> caches,
            Function<GenericKubernetesResource, Collection<String>> values,
            String cause) {
        this.caches = caches;
        this.values = values;
        this.cause = cause;
    }

    @Override
    public void process(Exchange exchange) {
        GenericKubernetesResource object =
                exchange.getProperty(ResourcesConstants.OBJECT, GenericKubernetesResource.class);
        Set<ObjectKey> models = new LinkedHashSet<>();
        if (object != null) {
            for (String value : values.apply(object)) {
                models.addAll(find(BasemodelsResources.MODELS, value));
                models.addAll(find(BasemodelsResources.CLUSTER_MODELS, value));
            }
        }
        exchange.getMessage().setBody(models);
        exchange.getMessage().setHeader(ResourcesConstants.ENQUEUE_CAUSE, cause);
    }

    private Set<ObjectKey> find(String resource, String value) {
        return caches.apply(resource).byIndex(BasemodelsResources.MODEL_INDEX, value);
    }
}
