package dev.drover.intents;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourcesConstants;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;
import org.apache.camel.Exchange;

/** The object that the exchange of an act route reconciles, which need not be the one written. */
record Pass(GenericKubernetesResource object, boolean gone) {
    /** Of this exchange; empty when it was started by something other than a consumer. */
    static Optional<Pass> of(Exchange exchange) {
        GenericKubernetesResource object =
                exchange.getProperty(ResourcesConstants.OBJECT, GenericKubernetesResource.class);
        boolean gone =
                exchange.getMessage().getHeader(ResourcesConstants.DELETED, false, Boolean.class);
        return Optional.ofNullable(object).map(it -> new Pass(it, gone));
    }

    ObjectKey key() {
        return ObjectKey.of(object);
    }

    String uid() {
        return object.getMetadata().getUid();
    }

    String resourceVersion() {
        return object.getMetadata().getResourceVersion();
    }

    long generation() {
        Long generation = object.getMetadata().getGeneration();
        return generation == null ? 0 : generation;
    }

    /** True when the intent writes the reconciled object itself. */
    boolean isAbout(Intent intent) {
        return intent.target().equals(key())
                && intent.resource().startsWith(object.getApiVersion() + "/");
    }

    /** What Events are about. */
    Notice.ObjectReference reference() {
        return Notice.ObjectReference.of(object);
    }

    /**
     * The stricter of the process's and the object's mode. A paused object that is being deleted is
     * still finished.
     */
    Mode mode(Mode global) {
        ObjectMeta metadata = object.getMetadata();
        Mode own =
                Mode.ofAnnotation(
                        metadata.getAnnotations() == null
                                ? null
                                : metadata.getAnnotations().get(Mode.ANNOTATION));
        boolean ending = gone || metadata.getDeletionTimestamp() != null;
        return own == Mode.PAUSED && ending ? global : global.stricter(own);
    }
}
