package dev.drover.weights;

import dev.drover.intents.Mode;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.weights.decision.Calculator;
import dev.drover.weights.decision.Decision;
import dev.drover.weights.decision.Edit;
import dev.drover.weights.decision.LogLine;
import dev.drover.weights.decision.ModelState;
import dev.drover.weights.decision.Observed;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about one model, bean {@code weights-calculator}: the pure {@link Calculator} with its
 * memory around it. In: body = {@link Observed}, or null. Out: body = list of intents for the act
 * route; exchange property {@code edit} when somebody else changed the weights.
 */
@ManagedResource(description = "Decisions of the weights flow")
public final class CalculatorProcessor implements Processor {
    /** Exchange property with the {@link Edit} that the pass found. */
    static final String EDIT = "edit";

    private static final Logger LOG = LoggerFactory.getLogger(CalculatorProcessor.class);

    private final Calculator calculator = new Calculator();
    private final Platform<WeightsConfiguration> platform;
    private final ModelMemories memories;
    private final ModelSources sources;
    private final ObjectSeries series;
    private volatile boolean zeroRefused; // by the API server; only ever becomes true
    private final LongAdder decisions = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder held = new LongAdder();

    CalculatorProcessor(
            Platform<WeightsConfiguration> platform,
            ModelMemories memories,
            ModelSources sources,
            ObjectSeries series) {
        this.platform = platform;
        this.memories = memories;
        this.sources = sources;
        this.series = series;
    }

    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        if (GatherProcessor.gone(message)) {
            forget(GatherProcessor.key(message));
        }
        Observed observed = (Observed) message.getBody();
        if (observed == null) {
            message.setBody(List.of());
            return;
        }
        Decision decision = decide(observed);
        decision.nextLook()
                .ifPresent(look -> exchange.setProperty(ResourcesConstants.LOOK_AGAIN, look));
        decision.edit().ifPresent(edit -> exchange.setProperty(EDIT, edit));
        result(observed, decision)
                .ifPresent(result -> exchange.setProperty(ResourcesConstants.RESULT, result));
        message.setBody(decision.intents());
    }

    private Decision decide(Observed observed) {
        long term = memories.term();
        ExternalModel model = observed.model();
        ModelState state =
                memories.of(model.key(), model.uid())
                        .map(known -> known.decision().state())
                        .orElse(ModelState.empty());
        Decision decision = calculator.decide(observed.withZeroRefused(zeroRefused), state);
        zeroRefused |= decision.state().zeroRefused();
        boolean leading = memories.remember(term, observed, decision);
        decisions.increment();
        (decision.intents().isEmpty() ? held : written).increment();
        tell(decision);
        if (leading) {
            series.show(model.key(), ModelSeries.of(model, decision));
        } else {
            sources.release(model.key());
        }
        return decision;
    }

    private void tell(Decision decision) {
        if (LOG.isDebugEnabled()) {
            decision.refs().forEach(ref -> LOG.debug("{}", ref.line()));
        }
        for (LogLine line : decision.lines()) {
            switch (line.level()) {
                case DEBUG -> LOG.debug("{}", line.text());
                case INFO -> LOG.info("{}", line.text());
                case WARN -> LOG.warn("{}", line.text());
            }
        }
        decision.notices().forEach(notice -> platform.events().record(WeightsFlow.NAME, notice));
    }

    private static Optional<String> result(Observed observed, Decision decision) {
        if (observed.mode() == Mode.PAUSED) {
            return Optional.of("paused");
        }
        return observed.mode() == Mode.OBSERVE && !decision.intents().isEmpty()
                ? Optional.of("observed")
                : Optional.empty();
    }

    private void forget(ObjectKey key) {
        memories.forget(key);
        platform.ledger().forget(key);
        sources.release(key);
        series.remove(key);
    }

    @ManagedAttribute(description = "Decisions since start")
    public long getDecisions() {
        return decisions.sum();
    }

    @ManagedAttribute(description = "Decisions that led to a patch, sent or (observe mode) not")
    public long getWritten() {
        return written.sum();
    }

    @ManagedAttribute(description = "Decisions to leave the weights as they are")
    public long getHeld() {
        return held.sum();
    }

    @ManagedAttribute(description = "Models that are balanced now")
    public int getBalanced() {
        return memories.balanced().size();
    }
}
