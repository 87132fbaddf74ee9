package dev.drover.basemodels;

import dev.drover.kubernetes.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Tells the two kinds of model apart, bean {@code basemodels-kinds}. In: body = keys of models.
 * Out: body = those of BaseModels, property {@code clusterModels} = the others.
 */
final class KindsProcessor implements Processor {
    static final String CLUSTER_MODELS = "clusterModels";

    @Override
    public void process(Exchange exchange) {
        List<ObjectKey> namespaced = new ArrayList<>();
        List<ObjectKey> cluster = new ArrayList<>();
        for (Object key : (Collection<?>) exchange.getMessage().getBody()) {
            ObjectKey model = (ObjectKey) key;
            (model.namespace().isEmpty() ? cluster : namespaced).add(model);
        }
        exchange.setProperty(CLUSTER_MODELS, cluster);
        exchange.getMessage().setBody(namespaced);
    }
}
