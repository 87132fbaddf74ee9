package dev.drover.basemodels;

import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Files a model under its claim, its UID and its entry in the OME agent's ConfigMap, so that a
 * change of another object finds its models without a list. A model that is not on a claim is filed
 * under its UID alone: it may have left one, and its Job must find it. Bean {@code
 * basemodels-model-index}.
 */
final class ModelIndex implements Function<GenericKubernetesResource, Collection<String>> {
    @Override
    public Collection<String> apply(GenericKubernetesResource object) {
        BaseModel model = BaseModel.of(object);
        List<String> values = new ArrayList<>();
        values.add(uid(model.uid()));
        model.source().uri().ifPresent(uri -> values.add(claim(uri.claim())));
        if (model.source().ours()) {
            values.add(entry(AgentNames.dataKey(model)));
        }
        return values;
    }

    static String claim(ObjectKey claim) {
        return "claim:" + claim;
    }

    static String uid(String uid) {
        return "uid:" + uid;
    }

    static String entry(String dataKey) {
        return "entry:" + dataKey;
    }
}
