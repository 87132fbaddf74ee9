package dev.drover.registry;

import dev.drover.intents.Intent;
import dev.drover.intents.Mode;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.Retry;
import dev.drover.registry.decision.Decision;
import dev.drover.registry.decision.DeployRequest;
import dev.drover.registry.decision.Failing;
import dev.drover.registry.decision.Memory;
import dev.drover.registry.decision.Situation;
import dev.drover.registry.decision.Standing;
import dev.drover.registry.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Processor;

/**
 * Ends a pass, bean {@code registry-conclude}: remembers what it came to, tells what changed, and
 * says when to look again. After a write that a registry did not take, the same as after a read:
 * that registry's state is not this object's fault, so the pass counts as successful and the pause
 * is the failure's own.
 */
final class ConcludeProcessor implements Processor {
    /** Cause of passes that a walk has asked for. */
    private static final String SWEEP = "sweep";

    /** Writes of the reverse direction have a reason that begins so; the rest is the action. */
    private static final String DEPLOY = "deploy-";

    private final Parts parts;
    private final Situations situations;
    private final Retries retries;
    private final Announcer announcer;
    private final RegistryMeters meters;

    ConcludeProcessor(
            Parts parts,
            Situations situations,
            Retries retries,
            Announcer announcer,
            RegistryMeters meters) {
        this.parts = parts;
        this.situations = situations;
        this.retries = retries;
        this.announcer = announcer;
        this.meters = meters;
    }

    @Override
    public void process(Exchange exchange) {
        Decision decision = exchange.getProperty(PassProperties.DECISION, Decision.class);
        if (decision == null) {
            return; // it waits for the first walk
        }
        Situation situation = exchange.getProperty(PassProperties.SITUATION, Situation.class);
        Memories.Subject subject = new Memories.Subject(situation.kind(), situation.key());
        Memories.Entry before = parts.memories().of(subject);
        Optional<Failure> refused = refused(exchange);
        Optional<Failure> failure = refused.or(decision::failure);
        Standing standing = refused.map(Failing::standing).orElse(decision.standing());
        Memory memory =
                refused.isPresent() || observes(situation, decision)
                        ? situation.memory().unwritten(decision.memory(), standing)
                        : decision.memory();
        Object told = announcer.tell(decision, before.told());
        Memories.Entry entry =
                new Memories.Entry(
                        situation.workload().map(Workload::uid).orElse(""),
                        memory,
                        situation.workload(),
                        situation.resolution().registry(),
                        told,
                        seen(exchange, situation, decision),
                        before.attempts(),
                        before.races());
        Optional<Duration> look =
                failure.isPresent()
                        ? failed(subject, failure.get(), entry, before, situation, exchange)
                                .map(
                                        pause ->
                                                situation.isHeldUp()
                                                        ? heldUp(decision, failure.get(), pause)
                                                        : pause)
                        : succeeded(subject, entry, decision, situation, exchange);
        look.ifPresent(after -> exchange.setProperty(lookProperty(failure, before), after));
        if (failure.filter(ConcludeProcessor::isBusy).isEmpty()) {
            release(situation, decision);
        }
        boolean written = refused.isEmpty() && !observes(situation, decision);
        situation.request().ifPresent(request -> deployed(request, decision, written));
    }

    /** Who found no slot, or somebody faster, goes on with what began the pass. */
    private String lookProperty(Optional<Failure> failure, Memories.Entry before) {
        return failure.filter(it -> isBusy(it) || retries.kind(it, before) == Retry.AT_ONCE)
                        .isPresent()
                ? ResourcesConstants.RETURNED
                : ResourcesConstants.LOOK_AGAIN;
    }

    /** What the reverse direction did counts towards what it may do next. */
    private void deployed(DeployRequest request, Decision decision, boolean written) {
        String record = request.origin();
        for (Intent intent : written ? decision.intents() : List.<Intent>of()) {
            if (!intent.account().reason().startsWith(DEPLOY)) {
                continue;
            }
            String action = intent.account().reason().substring(DEPLOY.length());
            meters.deployed(request.known().registry(), action);
            switch (action) {
                case "create" -> parts.deployPacer().created(record);
                case "delete" -> parts.deployPacer().deleted(record);
                default -> parts.deployPacer().patched(record);
            }
        }
        parts.deployPacer().over(record);
    }

    private Memories.Seen seen(Exchange exchange, Situation situation, Decision decision) {
        Instant now = parts.platform().clock().instant();
        return new Memories.Seen(
                now,
                PassProperties.calls(exchange),
                situation.wanted(),
                decision.nextLook().map(now::plus));
    }

    private static Optional<Failure> refused(Exchange exchange) {
        Throwable thrown =
                exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class);
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof RegistryCallFailed failed) {
                return Optional.of(failed.failure());
            }
        }
        return Optional.empty();
    }

    /** Nothing was sent, so nothing must look sent. */
    private boolean observes(Situation situation, Decision decision) {
        Mode mode = parts.platform().mode().get();
        return !decision.intents().isEmpty()
                && situation.workload().map(it -> mode.stricter(it.mode())).orElse(mode)
                        != Mode.APPLY;
    }

    private Optional<Duration> failed(
            Memories.Subject subject,
            Failure failure,
            Memories.Entry entry,
            Memories.Entry before,
            Situation situation,
            Exchange exchange) {
        Retry kind = retries.kind(failure, before);
        Memories.Entry counted = retries.counted(failure, entry);
        boolean quietly = kind == Retry.AT_ONCE || isBusy(failure);
        Memories.Entry remembered = quietly ? counted.with(situation.memory()) : counted;
        parts.memories().remember(term(exchange), subject, remembered);
        if (!quietly) {
            announcer.changed(
                    situation,
                    before.memory().standing(),
                    entry.memory().standing().orElseThrow(),
                    situation.isLinked());
        }
        boolean away = kind == Retry.BACKOFF || kind == Retry.UNCOUNTED && !isBusy(failure);
        int waiting = away ? parts.outages().waits(failure.registry(), subject) : 0;
        return Optional.of(retries.pause(failure, kind, counted, waiting));
    }

    /**
     * A deletion waits for its record no longer than its deadline, and for a refusal not at all.
     */
    private static Duration heldUp(Decision decision, Failure failure, Duration pause) {
        boolean refused = decision.failure().isEmpty(); // what was to be written, not a read
        if (refused && (failure.reason() == Reason.REJECTED || decision.nextLook().isEmpty())) {
            return Duration.ZERO; // the next pass lets the object go
        }
        return decision.nextLook().filter(it -> it.compareTo(pause) < 0).orElse(pause);
    }

    private static boolean isBusy(Failure failure) {
        return failure.reason() == Reason.BUSY;
    }

    private static long term(Exchange exchange) {
        return exchange.getProperty(PassProperties.TERM, Long.class);
    }

    private Optional<Duration> succeeded(
            Memories.Subject subject,
            Memories.Entry entry,
            Decision decision,
            Situation situation,
            Exchange exchange) {
        parts.outages().over(subject);
        parts.walks().done(subject);
        measure(decision, situation, exchange);
        if (decision.done()) {
            parts.memories().forget(subject);
            parts.platform().ledger().forget(subject.key());
            return Optional.empty();
        }
        Optional<Standing> before = situation.memory().standing();
        parts.memories().remember(term(exchange), subject, entry.trying(0, 0));
        announcer.changed(
                situation, before, entry.memory().standing().orElseThrow(), situation.isLinked());
        return isOutdated(situation) ? Optional.of(Duration.ZERO) : decision.nextLook();
    }

    /**
     * Registries that came or went during the pass did not find it among those that failed, so it
     * looks itself; after it is remembered, or both might miss it.
     */
    private boolean isOutdated(Situation situation) {
        return !situation.gone()
                && situation.resolution().registry().isEmpty()
                && situation
                        .workload()
                        .map(situations::resolve)
                        .filter(it -> !it.equals(situation.resolution()))
                        .isPresent();
    }

    /** Also of a pass that is the last of its object: what closes a record is a write too. */
    private void measure(Decision decision, Situation situation, Exchange exchange) {
        if (decision.intents().isEmpty()) {
            return;
        }
        meters.synced(exchange, situation.kind());
        String cause = exchange.getMessage().getHeader(ResourcesConstants.CAUSE, String.class);
        if (SWEEP.equals(cause) && !observes(situation, decision)) {
            meters.fixed(decision);
        }
    }

    /** Gives a turn back that was not used. */
    private void release(Situation situation, Decision decision) {
        if (decision.standing().reason().equals("LinkPaced")) {
            meters.linkWrite(situation.kind(), "paced");
        } else {
            parts.pacer().over(new Memories.Subject(situation.kind(), situation.key()));
        }
    }
}
