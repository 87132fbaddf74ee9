package dev.drover.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.ModelRegistry;
import dev.drover.registry.api.NewRecord;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.decision.RegistryCalls;
import dev.drover.registry.decision.RegistryWrite;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries one write to a registry out, bean {@code registry-write}. In: body as {@link
 * RegistryCalls} says. Out: body = {@code {"id": …}}. Throws {@link RegistryCallFailed}, but not
 * for an entry of the history: these are best effort.
 */
final class WriteProcessor implements Processor {
    private static final Logger LOG = LoggerFactory.getLogger(WriteProcessor.class);

    private final Parts parts;

    WriteProcessor(Parts parts) {
        this.parts = parts;
    }

    @Override
    public void process(Exchange exchange) {
        JsonNode body = (JsonNode) exchange.getMessage().getBody();
        RegistryWrite write = (RegistryWrite) ((POJONode) body.get(RegistryCalls.WRITE)).getPojo();
        ModelRegistry registry =
                parts.registries()
                        .find(write.registry())
                        .orElseThrow(() -> new RegistryCallFailed(unknown(write)))
                        .reporting(PassProperties.calls(exchange)::add);
        exchange.getMessage().setBody(answer(carryOut(write, registry, body)));
        Admission admission = exchange.getProperty(PassProperties.ADMISSION, Admission.class);
        if (admission != null) {
            admission.called();
        }
    }

    private String carryOut(RegistryWrite write, ModelRegistry registry, JsonNode body) {
        if (write instanceof RegistryWrite.CreateEnvironment create) {
            var made = taken(registry.createEnvironment(create.name()));
            parts.references().made(registry.id(), made);
            return made.id();
        }
        if (write instanceof RegistryWrite.CreateRecord create) {
            NewRecord record = in(create.record(), body.get(RegistryCalls.ENVIRONMENT).asText());
            return seen(registry, taken(registry.create(record)));
        }
        if (write instanceof RegistryWrite.PatchRecord patch) {
            return seen(registry, taken(registry.patch(patch.id(), patch.change())));
        }
        RegistryWrite.AddServe add = (RegistryWrite.AddServe) write;
        registry.addServeAction(body.get(RegistryCalls.RECORD).asText(), add.action())
                .failure()
                .ifPresent(why -> LOG.debug("history entry not added: {}", why));
        return add.action().name();
    }

    private static NewRecord in(NewRecord record, String environment) {
        return new NewRecord(
                record.name(),
                record.externalId(),
                record.model(),
                record.version(),
                environment,
                record.runtime(),
                record.state(),
                record.properties());
    }

    private String seen(ModelRegistry registry, RegistryRecord record) {
        parts.view().put(registry.id(), record);
        return record.id();
    }

    private <T> T taken(Answer<T> answer) {
        Optional<Failure> failure = answer.failure();
        if (failure.isPresent()) {
            if (failure.get().reason() == Reason.VANISHED) {
                parts.references().forgetEnvironments(failure.get().registry());
            }
            throw new RegistryCallFailed(failure.get());
        }
        T value = answer.value().orElseThrow();
        return value;
    }

    private static ObjectNode answer(String id) {
        return JsonNodeFactory.instance.objectNode().put("id", id);
    }

    private static Failure unknown(RegistryWrite write) {
        return new Failure(
                write.registry(),
                Operation.PATCH_RECORD,
                Reason.UNAVAILABLE,
                Failure.UNKNOWN,
                "this registry is not allowed any more",
                Optional.empty());
    }
}
