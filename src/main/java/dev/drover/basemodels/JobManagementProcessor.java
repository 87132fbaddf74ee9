package dev.drover.basemodels;

import dev.drover.basemodels.decision.Decision;
import dev.drover.basemodels.decision.Inputs;
import dev.drover.basemodels.decision.JobManagement;
import dev.drover.basemodels.decision.LogLine;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.intents.Mode;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourcesConstants;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about one model, bean {@code job-management}: the pure {@link JobManagement} with its
 * memory around it. In: body = {@link Inputs}, or null. Out: body = list of intents for the act
 * route.
 */
@ManagedResource(description = "Decisions of the basemodels flow")
public final class JobManagementProcessor implements Processor {
    private static final Logger LOG = LoggerFactory.getLogger(JobManagementProcessor.class);

    private final JobManagement management = new JobManagement();
    private final Platform<BasemodelsConfiguration> platform;
    private final ModelMemories memories;
    private final LinesTold told;
    private final LongAdder decisions = new LongAdder();
    private final LongAdder acting = new LongAdder();

    JobManagementProcessor(Platform<BasemodelsConfiguration> platform, ModelMemories memories) {
        this.platform = platform;
        this.memories = memories;
        this.told = new LinesTold(platform.nanos());
    }

    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        Inputs inputs = message.getBody(Inputs.class);
        if (inputs == null) {
            message.setBody(List.of());
            return;
        }
        Decision decision = management.decide(inputs);
        decisions.increment();
        memories.remember(inputs, decision);
        decision.nextLook()
                .ifPresent(look -> exchange.setProperty(ResourcesConstants.LOOK_AGAIN, look));
        result(inputs, decision, exchange);
        tell(inputs, decision);
        if (!decision.intents().isEmpty()) {
            acting.increment();
        }
        message.setBody(decision.intents());
    }

    private void result(Inputs inputs, Decision decision, Exchange exchange) {
        String own = inputs.model().annotations().get(Mode.ANNOTATION);
        Mode mode = platform.mode().get().stricter(Mode.ofAnnotation(own));
        if (mode == Mode.PAUSED && inputs.model().source().ours()) {
            exchange.setProperty(ResourcesConstants.RESULT, "paused");
        } else if (mode == Mode.OBSERVE && !decision.intents().isEmpty()) {
            exchange.setProperty(ResourcesConstants.RESULT, "observed");
        }
    }

    private void tell(Inputs inputs, Decision decision) {
        ObjectKey model = inputs.model().key();
        decision.notices().forEach(notice -> platform.events().record(BasemodelsFlow.NAME, notice));
        if (inputs.gone()) {
            platform.ledger().forget(model);
        }
        decision.line()
                .filter(line -> told.news(model, line))
                .ifPresent(JobManagementProcessor::log);
        if (inputs.gone()) {
            told.forget(model);
        }
    }

    private static void log(LogLine line) {
        if (line.warning()) {
            LOG.warn("{}", line.text());
        } else {
            LOG.info("{}", line.text());
        }
    }

    @ManagedAttribute(description = "Decisions since start")
    public long getDecisions() {
        return decisions.sum();
    }

    @ManagedAttribute(description = "Decisions that led to writes, sent or (observe mode) not")
    public long getActing() {
        return acting.sum();
    }
}
