package dev.drover.basemodels;

import dev.drover.basemodels.objects.Claim;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.function.Function;

/**
 * What models depend on in a claim, bean {@code basemodels-claim-view}: a resize or a new label
 * starts nothing.
 */
final class ClaimView implements Function<GenericKubernetesResource, Object> {
    @Override
    public Object apply(GenericKubernetesResource object) {
        Claim claim = Claim.of(object);
        return List.of(claim.uid(), claim.phase(), claim.deleting());
    }
}
