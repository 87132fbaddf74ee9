package dev.drover.weights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.decision.Edit;
import dev.drover.weights.objects.ExternalModel;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says who edited the weights, bean {@code weights-editor}. In: body = the object read live, since
 * the cache drops {@code managedFields}, or whatever else when that failed; property {@code edit}.
 */
final class EditorProcessor implements Processor {
    private static final Logger LOG = LoggerFactory.getLogger(EditorProcessor.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OURSELVES = "drover-" + WeightsFlow.NAME;

    private final Consumer<Notice> events;

    /**
     * @param events where Events go
     */
    EditorProcessor(Consumer<Notice> events) {
        this.events = events;
    }

    @Override
    public void process(Exchange exchange) {
        Edit edit = exchange.getProperty(CalculatorProcessor.EDIT, Edit.class);
        String editor =
                exchange.getMessage().getBody() instanceof GenericKubernetesResource object
                        ? editor(object.getMetadata().getManagedFields())
                        : "somebody";
        if (!edit.warning()) {
            LOG.info("{}", edit.line(editor));
            return;
        }
        LOG.warn("{}", edit.line(editor));
        events.accept(
                new Notice(
                        model(exchange.getMessage()),
                        Notice.Type.WARNING,
                        "ExternallyModified",
                        "DecideWeights",
                        edit.line(editor)));
    }

    /** An Event is worth sending also where the object could not be read. */
    private static Notice.ObjectReference model(Message message) {
        ObjectKey key = GatherProcessor.key(message);
        String uid =
                message.getBody() instanceof GenericKubernetesResource object
                        ? object.getMetadata().getUid()
                        : null;
        return new Notice.ObjectReference(
                ExternalModel.RESOURCE.substring(0, ExternalModel.RESOURCE.lastIndexOf('/')),
                ExternalModel.KIND,
                key.namespace(),
                key.name(),
                uid);
    }

    /** The manager that wrote the list last, ourselves apart. */
    static String editor(List<ManagedFieldsEntry> managers) {
        return Objects.requireNonNullElse(managers, List.<ManagedFieldsEntry>of()).stream()
                .filter(entry -> !OURSELVES.equals(entry.getManager()))
                .filter(EditorProcessor::hasTheList)
                .max(
                        Comparator.comparing(
                                ManagedFieldsEntry::getTime,
                                Comparator.nullsFirst(Comparator.naturalOrder())))
                .map(ManagedFieldsEntry::getManager)
                .orElse("somebody");
    }

    private static boolean hasTheList(ManagedFieldsEntry entry) {
        JsonNode fields = JSON.valueToTree(entry.getFieldsV1());
        return fields != null && fields.path("f:spec").has("f:externalProviderRefs");
    }
}
