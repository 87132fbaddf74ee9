package dev.drover.basemodels;

import dev.drover.basemodels.decision.Inputs;
import dev.drover.basemodels.decision.JobManagement;
import dev.drover.basemodels.decision.Learnt;
import dev.drover.basemodels.decision.LiveRead;
import dev.drover.basemodels.objects.ClaimUser;
import dev.drover.basemodels.objects.JobLabels;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.WarningEvent;
import dev.drover.kubernetes.ResourcesConstants;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processors around a live read: which one is needed ({@link #ask}), how it is put to the API
 * ({@link #question}), what became of it ({@link #unread}, {@link #answer}).
 */
final class LiveReads {
    /** Exchange property: the {@link LiveRead} at hand; absent when nothing is to be read. */
    static final String QUESTION = "question";

    /** Exchange property: path of the kind that is listed. */
    private static final String RESOURCE = "resource";

    private static final String INPUTS = "DroverBasemodelsInputs";
    private static final String FAILED = "DroverBasemodelsReadFailed";
    private static final Logger LOG = LoggerFactory.getLogger(LiveReads.class);

    private final JobManagement management = new JobManagement();
    private final RecentEvents events;
    private final MeterRegistry meters;

    LiveReads(RecentEvents events, MeterRegistry meters) {
        this.events = events;
        this.meters = meters;
    }

    /** Bean {@code basemodels-ask}. In: body = {@link Inputs} or null. Out: the property. */
    Processor ask() {
        return exchange -> {
            exchange.removeProperty(QUESTION);
            Inputs inputs = exchange.getMessage().getBody(Inputs.class);
            if (inputs == null) {
                return;
            }
            Optional<LiveRead> open = firstOpen(inputs);
            while (open.isPresent() && open.get() instanceof LiveRead.Events question) {
                Optional<Optional<WarningEvent>> recent = events.recent(question);
                if (recent.isEmpty()) {
                    break;
                }
                inputs = inputs.with(inputs.learnt().with(question, recent.get()));
                open = firstOpen(inputs);
            }
            exchange.getMessage().setBody(inputs);
            open.ifPresent(question -> exchange.setProperty(QUESTION, question));
        };
    }

    private Optional<LiveRead> firstOpen(Inputs inputs) {
        return management.reads(inputs).stream().findFirst();
    }

    /** Bean {@code basemodels-question}. Out: property {@code resource} and headers of a list. */
    Processor question() {
        return exchange -> {
            Message message = exchange.getMessage();
            exchange.setProperty(INPUTS, message.getBody());
            exchange.removeProperty(FAILED);
            LiveRead read = exchange.getProperty(QUESTION, LiveRead.class);
            message.setHeader(ResourcesConstants.NAMESPACE, read.namespace());
            message.setHeader(ResourcesConstants.LIVE, true);
            if (read instanceof LiveRead.Events question) {
                exchange.setProperty(RESOURCE, BasemodelsResources.EVENTS);
                message.setHeader(
                        ResourcesConstants.FIELD_SELECTOR, "involvedObject.uid=" + question.uid());
                return;
            }
            exchange.setProperty(RESOURCE, BasemodelsResources.PODS);
            if (read instanceof LiveRead.JobPods question) {
                message.setHeader(
                        ResourcesConstants.LABEL_SELECTOR,
                        JobLabels.CONTROLLER_UID + "=" + question.jobUid());
            }
        };
    }

    /** Bean {@code basemodels-unread}: a read that failed found nothing. */
    Processor unread() {
        return exchange -> {
            LiveRead read = exchange.getProperty(QUESTION, LiveRead.class);
            Exception failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
            LOG.debug("{} not read: {}", read, String.valueOf(failure));
            exchange.setProperty(FAILED, true);
            exchange.getMessage().setBody(List.of());
        };
    }

    /** Bean {@code basemodels-answer}. In: body = objects. Out: body = {@link Inputs} with them. */
    Processor answer() {
        return exchange -> {
            Message message = exchange.getMessage();
            LiveRead read = exchange.getProperty(QUESTION, LiveRead.class);
            Inputs inputs = exchange.getProperty(INPUTS, Inputs.class);
            count(read, exchange.getProperty(FAILED, false, Boolean.class));
            message.setBody(inputs.with(learnt(inputs.learnt(), read, objects(message))));
            message.removeHeader(ResourcesConstants.LIVE);
            message.removeHeader(ResourcesConstants.FIELD_SELECTOR);
            message.removeHeader(ResourcesConstants.LABEL_SELECTOR);
        };
    }

    private Learnt learnt(
            Learnt known, LiveRead read, Collection<GenericKubernetesResource> objects) {
        if (read instanceof LiveRead.Events question) {
            Optional<WarningEvent> newest = WarningEvent.newest(objects);
            events.remember(question, newest);
            return known.with(question, newest);
        }
        if (read instanceof LiveRead.ClaimUsers question) {
            return known.with(
                    question,
                    objects.stream()
                            .flatMap(pod -> ClaimUser.of(pod, question.claim()).stream())
                            .toList());
        }
        if (read instanceof LiveRead.JobPods question) {
            return known.with(question, objects.stream().map(JobPod::of).toList());
        }
        throw new IllegalStateException("nobody reads " + read);
    }

    private static Collection<GenericKubernetesResource> objects(Message message) {
        return ((Collection<?>) message.getBody())
                .stream().map(GenericKubernetesResource.class::cast).toList();
    }

    private void count(LiveRead read, boolean failed) {
        Counter.builder("drover.basemodels.live.reads")
                .description("Reads of the API server that a decision asked for")
                .tag("kind", read.kind())
                .tag("result", failed ? "failed" : "read")
                .register(meters)
                .increment();
    }
}
