package dev.drover.basemodels.job;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.StorageUri;
import dev.drover.kubernetes.ObjectKey;
import java.util.Optional;

/**
 * Which metadata Job is wanted.
 *
 * @param attempt from 1 on
 * @param node the claim can only be used there now, so the Job must run there
 */
public record JobOrder(
        BaseModel model,
        StorageUri uri,
        Fingerprint fingerprint,
        int attempt,
        Optional<String> node) {
    /** The Job's namespace is the claim's. */
    public ObjectKey key() {
        return new ObjectKey(
                uri.claim().namespace(), JobNames.job(model.key().name(), fingerprint, attempt));
    }
}
