package dev.drover.intents;

import dev.drover.kubernetes.Conflict;
import dev.drover.kubernetes.ResourceException;
import dev.drover.kubernetes.ResourceException.Answer;
import dev.drover.kubernetes.ResourcesConstants;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Tells what became of one intent, bean {@code <flow>-outcome}; runs whether the write went well or
 * not. One metric for each, one INFO line for each write, the Event once the write is done, the
 * ledger for the next decision. A failure stays on the exchange: who consumes logs it.
 */
final class OutcomeProcessor implements Processor {
    private final ActRoute route;
    private final ActMetrics metrics;
    private final Refusals refusals;
    private final News wouldBe;
    private final Logger log;

    OutcomeProcessor(ActRoute route) {
        this.route = route;
        this.metrics = new ActMetrics(route.meters(), route.flow());
        // named after the flow, so that the flow's log level governs its writes too
        this.log = LoggerFactory.getLogger("dev.drover." + route.flow() + ".act");
        this.refusals = new Refusals(route, new News(route.nanos()), log);
        this.wouldBe = new News(route.nanos());
    }

    @Override
    public void process(Exchange exchange) {
        Intent intent = exchange.getProperty(ActProperties.INTENT, Intent.class);
        if (intent == null) {
            return; // the list held something else, which is on the exchange as an exception
        }
        Exception failure =
                exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Exception.class);
        boolean sent = exchange.getProperty(ActProperties.SEND, false, Boolean.class);
        Outcome outcome =
                failure != null
                        ? Outcome.of(failure)
                        : sent ? judgeAnswer(exchange, intent) : Outcome.OBSERVED;
        metrics.count(intent, outcome);
        route.listener().acted(intent, outcome);
        if (sent) {
            metrics.took(intent, route.nanos().getAsLong() - started(exchange));
        }
        if (outcome != Outcome.OBSERVED) {
            Pass.of(exchange).ifPresent(pass -> tried(pass, intent, outcome));
        }
        if (failure != null) {
            failed(exchange, intent, outcome, failure);
        } else if (outcome == Outcome.OBSERVED) {
            observed(exchange, intent);
        } else {
            done(exchange, intent, outcome);
        }
    }

    private void tried(Pass pass, Intent intent, Outcome outcome) {
        route.ledger()
                .tried(
                        pass.key(),
                        pass.uid(),
                        new Ledger.Attempt(
                                intent.name(),
                                outcome,
                                pass.generation(),
                                route.nanos().getAsLong()));
    }

    private static Outcome judgeAnswer(Exchange exchange, Intent intent) {
        Message answer = exchange.getMessage();
        if (answer.getHeader(ResourcesConstants.EXISTED, false, Boolean.class)) {
            return Outcome.EXISTS;
        }
        String version = answer.getHeader(ResourcesConstants.RESOURCE_VERSION, String.class);
        return version != null && version.equals(versionBefore(exchange, intent))
                ? Outcome.UNCHANGED
                : Outcome.APPLIED;
    }

    /** The version that the write started from; null when that is not known. */
    private static String versionBefore(Exchange exchange, Intent intent) {
        String carried = exchange.getProperty(ActProperties.CARRIED, Carried.class).version(intent);
        return carried != null
                ? carried
                : Pass.of(exchange)
                        .filter(pass -> pass.isAbout(intent))
                        .map(Pass::resourceVersion)
                        .orElse(null);
    }

    private void done(Exchange exchange, Intent intent, Outcome outcome) {
        Message answer = exchange.getMessage();
        String version = answer.getHeader(ResourcesConstants.RESOURCE_VERSION, String.class);
        Carried carried = exchange.getProperty(ActProperties.CARRIED, Carried.class);
        carried.answered(intent, answer.getBody(), version);
        String summary = carried.resolve(intent.account().summary());
        long now = route.nanos().getAsLong();
        if (outcome == Outcome.APPLIED) {
            log.atLevel(Level.valueOf(intent.account().level().name())).log("{}", summary);
            Long received = exchange.getProperty(ResourcesConstants.RECEIVED_NANOS, Long.class);
            if (received != null) {
                metrics.eventToWrite(now - received);
            }
            intent.account().notice().ifPresent(it -> tell(it, carried));
        } else {
            log.debug("{}: {}", outcome.label(), summary);
        }
        refusals.over(intent);
        if (outcome == Outcome.EXISTS) {
            exists(exchange, (Intent.Create) intent, now);
        } else {
            Pass.of(exchange).ifPresent(it -> note(it, intent, version, now));
        }
    }

    /**
     * Throws what starts the pass again at once, where it is for a decision to judge the object.
     */
    private void exists(Exchange exchange, Intent.Create intent, long now) {
        Optional<Pass> pass = Pass.of(exchange);
        switch (intent.existing()) {
            case ACCEPTED ->
                    pass.ifPresent(it -> route.ledger().mended(it.key(), it.uid(), intent.name()));
            case JUDGED -> {
                HasMetadata existing = exchange.getMessage().getBody(HasMetadata.class);
                pass.ifPresent(it -> note(it, Refusals.existing(intent, it, now, existing)));
                throw new Conflict(
                        Answer.of(intent.operation(), intent.resource(), intent.target(), 409));
            }
        }
    }

    private void tell(Notice notice, Carried carried) {
        route.events().record(route.flow(), notice.withNote(carried.resolve(notice.note())));
    }

    private void note(Pass pass, Intent intent, String version, long now) {
        route.ledger()
                .written(
                        pass.key(),
                        pass.uid(),
                        new Ledger.Write(
                                intent.name(),
                                intent.account().reason(),
                                intent.resource(),
                                intent.target(),
                                version,
                                now));
    }

    private Ledger.Entry note(Pass pass, Ledger.Failure failure) {
        return route.ledger().failed(pass.key(), pass.uid(), failure);
    }

    /** Nothing is remembered: what was not written must not look written to the next decision. */
    private void observed(Exchange exchange, Intent intent) {
        String subject = intent.resource() + " " + intent.target() + " " + intent.name();
        String summary =
                conditional(
                        exchange.getProperty(ActProperties.CARRIED, Carried.class)
                                .resolve(intent.account().summary()));
        if (wouldBe.is(subject, summary)) {
            log.info("{}", summary);
        }
    }

    /** {@code Weights: …} becomes {@code Weights would be: …}; one that already is stays. */
    static String conditional(String summary) {
        int colon = summary.indexOf(": ");
        if (colon >= 0 && summary.substring(0, colon).endsWith(" would be")) {
            return summary;
        }
        return colon < 0
                ? "Would be: " + summary
                : summary.substring(0, colon) + " would be" + summary.substring(colon);
    }

    private void failed(Exchange exchange, Intent intent, Outcome outcome, Exception failure) {
        Optional<Pass> pass = Pass.of(exchange);
        if (outcome == Outcome.CONFLICT || outcome == Outcome.FENCED) {
            return; // says nothing about the object: decided anew, or by the next leader
        }
        ResourceException refused = Refusals.find(failure);
        pass.ifPresentOrElse(
                it -> {
                    Ledger.Failure now =
                            Refusals.failure(
                                    intent, outcome, failure, it, route.nanos().getAsLong());
                    Optional<Ledger.Failure> before = note(it, now).lastFailure();
                    boolean changed = before.filter(now::sameAs).isEmpty();
                    refusals.tell(
                            intent, outcome, refused, changed ? Optional.of(it) : Optional.empty());
                },
                () -> refusals.tell(intent, outcome, refused, Optional.empty()));
    }

    private static long started(Exchange exchange) {
        return exchange.getProperty(ActProperties.STARTED_NANOS, Long.class);
    }
}
