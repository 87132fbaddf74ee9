package dev.drover.weights.objects;

import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;

/**
 * An {@code ExternalModel} as far as weights are concerned, read from whatever the API server
 * holds: nothing in it makes reading fail.
 *
 * @param key namespace and name
 * @param uid of the object; a name that comes back has another
 * @param generation of the spec
 * @param resourceVersion of the object as it was read
 * @param apiVersion with group, for references in Events
 * @param annotations all of them; empty when there are none
 * @param annotated false when the object has no annotations at all, so that the member is absent
 * @param ownedByMigration another controller overwrites the object: label {@code
 *     app.kubernetes.io/managed-by: ipp-legacy-migration}
 * @param deleting {@code deletionTimestamp} is set
 * @param hasSpec false for an object without spec, which the API server accepts
 * @param refs the whole list, in order
 * @param findings what a person should mend, for a warning each, once
 */
public record ExternalModel(
        ObjectKey key,
        String uid,
        long generation,
        String resourceVersion,
        String apiVersion,
        Map<String, String> annotations,
        boolean annotated,
        boolean ownedByMigration,
        boolean deleting,
        boolean hasSpec,
        List<ProviderRef> refs,
        List<String> findings) {
    /** The resource, as an endpoint of {@code kubernetes-resources} names it. */
    public static final String RESOURCE = "inference.opendatahub.io/v1alpha1/externalmodels";

    /** The kind. */
    public static final String KIND = "ExternalModel";

    /** Where Drover keeps its state. */
    public static final String STATE_ANNOTATION = "drover.dev/weights";

    /** How a user chooses the strategy of one model. */
    public static final String STRATEGY_ANNOTATION = "drover.dev/weights-strategy";

    public ExternalModel {
        annotations = Map.copyOf(annotations);
        refs = List.copyOf(refs);
        findings = List.copyOf(findings);
    }

    /** Reads the object; never fails, whatever types its fields have. */
    public static ExternalModel of(GenericKubernetesResource object) {
        return ModelReader.read(object);
    }

    /** How many entries are refs that something can be done with. */
    public long usableRefs() {
        return refs.stream().filter(ProviderRef::usable).count();
    }
}
