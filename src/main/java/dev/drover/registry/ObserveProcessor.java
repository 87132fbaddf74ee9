package dev.drover.registry;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Call;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.decision.Answers;
import dev.drover.registry.decision.Decision;
import dev.drover.registry.decision.Read;
import dev.drover.registry.decision.Reconciliation;
import dev.drover.registry.decision.Remembered;
import dev.drover.registry.decision.Situation;
import dev.drover.registry.decision.Step;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * Opens a pass over a workload: what is known of it, then the reads that the decision asks for, as
 * long as it asks. In: the object, from the consumer. Out: body = {@link Observed}, or null when
 * the pass has to wait for the first walk of its registry.
 */
final class ObserveProcessor implements Processor {
    private static final int READS = 12;
    private static final long CALLS = Duration.ofSeconds(60).toNanos();
    private static final Duration UNTIL_WALKED = Duration.ofSeconds(5);
    private static final Duration UNTIL_SERVICES_ARE_KNOWN = Duration.ofMillis(200);

    private final WorkloadKind kind;
    private final Parts parts;
    private final Directories directories;
    private final Upkeep upkeep;
    private final Situations situations;
    private final Reader reader;
    private final Admissions admissions;

    ObserveProcessor(
            WorkloadKind kind,
            Parts parts,
            Directories directories,
            Upkeep upkeep,
            Situations situations,
            Reader reader,
            Admissions admissions) {
        this.kind = kind;
        this.parts = parts;
        this.directories = directories;
        this.upkeep = upkeep;
        this.situations = situations;
        this.reader = reader;
        this.admissions = admissions;
    }

    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        Memories.Subject subject = new Memories.Subject(kind, key(message));
        exchange.setProperty(PassProperties.TERM, parts.memories().term());
        Optional<Workload> present =
                Optional.ofNullable(message.getBody(GenericKubernetesResource.class))
                        .map(object -> Workload.of(kind, object));
        Optional<Workload> last =
                Optional.ofNullable(
                                exchange.getProperty(
                                        ResourcesConstants.OBJECT, GenericKubernetesResource.class))
                        .map(object -> Workload.of(kind, object));
        if (!directories.served()) {
            upkeep.registries();
        }
        if (!directories.known()) {
            last.or(() -> present).ifPresent(it -> parts.memories().see(subject, it));
            postpone(exchange, UNTIL_SERVICES_ARE_KNOWN);
            return;
        }
        Situation situation = situations.of(subject, present, last);
        if (waitsForWalk(situation)) {
            upkeep.walks();
            postpone(exchange, UNTIL_WALKED);
            return;
        }
        message.setBody(new Observed(situation, answers(situation, exchange)));
    }

    private static void postpone(Exchange exchange, Duration pause) {
        exchange.setProperty(ResourcesConstants.LOOK_AGAIN, pause);
        exchange.getMessage().setBody(null);
    }

    static ObjectKey key(Message message) {
        return new ObjectKey(
                message.getHeader(ResourcesConstants.NAMESPACE, String.class),
                message.getHeader(ResourcesConstants.NAME, String.class));
    }

    /**
     * A linked workload most likely needs nothing, which one walk shows of all of them; asking for
     * each alone would cost a restart as many calls as there are workloads.
     */
    private boolean waitsForWalk(Situation situation) {
        return !situation.gone()
                && situation.workload().filter(Workload::terminating).isEmpty()
                && situation.isLinked()
                && situation.cluster().isPresent()
                && parts.walks().isAwaited(situation.resolution().registry());
    }

    private Answers answers(Situation situation, Exchange exchange) {
        Consumer<Call> calls = PassProperties.calls(exchange)::add;
        Reached remembered = withoutServers(situation, Remembered.answers(situation), calls);
        if (!situation.referencesDue()
                && remembered.decision().filter(Decision::quiet).isPresent()) {
            return remembered.answers();
        }
        Reached own = withoutServers(situation, Answers.none(), calls);
        if (own.decision().isPresent()) {
            return own.answers();
        }
        Reached all =
                admitted(situation, exchange)
                        ? observe(
                                situation,
                                own.answers(),
                                read -> true,
                                read -> reader.answer(read, situation, calls))
                        : busy(situation, own.answers(), calls);
        return all.answers();
    }

    /**
     * How far the answers lead.
     *
     * @param decision empty while a read is wanted that was not to be answered
     */
    private record Reached(Answers answers, Optional<Decision> decision) {}

    private Reached withoutServers(Situation situation, Answers start, Consumer<Call> calls) {
        return observe(
                situation,
                start,
                read -> !reader.asksServer(read),
                read -> reader.answer(read, situation, calls));
    }

    /** Takes the pass in for as long as it lasts, writes included. */
    private boolean admitted(Situation situation, Exchange exchange) {
        String registry = situation.asks();
        if (registry.isEmpty()) {
            return true; // it asks at most registries that it was linked to before
        }
        if (!admissions.enter(registry)) {
            return false;
        }
        Admission admission = new Admission(() -> admissions.leave(registry));
        exchange.setProperty(PassProperties.ADMISSION, admission);
        exchange.getExchangeExtension()
                .addOnCompletion(
                        new SynchronizationAdapter() {
                            @Override
                            public void onDone(Exchange done) {
                                admission.leave();
                            }
                        });
        return true;
    }

    /** Of a decision that goes on without an answer, every read that costs one gets none. */
    private Reached busy(Situation situation, Answers own, Consumer<Call> calls) {
        return observe(
                situation,
                own,
                read -> true,
                read ->
                        reader.asksServer(read)
                                ? failed(
                                        situation,
                                        Reason.BUSY,
                                        "busy",
                                        "as many passes as slots are running")
                                : reader.answer(read, situation, calls));
    }

    private Reached observe(
            Situation situation,
            Answers start,
            Predicate<Read<?>> answered,
            Function<Read<?>, Answer<?>> answering) {
        Answers answers = start;
        long until = parts.platform().nanos().getAsLong() + CALLS;
        for (int reads = 0; ; reads++) {
            Step step = Reconciliation.step(situation, answers);
            Optional<Read<?>> wanted = step.wanted();
            if (wanted.isEmpty() || !answered.test(wanted.get())) {
                return new Reached(answers, step.decision());
            }
            boolean over = reads >= READS || parts.platform().nanos().getAsLong() - until > 0;
            answers =
                    answers.having(
                            wanted.get(),
                            over ? tooLong(situation) : answering.apply(wanted.get()));
        }
    }

    private static Answer<?> tooLong(Situation situation) {
        return failed(
                situation, Reason.UNAVAILABLE, "timeout", "the pass took more than 60 s of calls");
    }

    private static Answer<?> failed(
            Situation situation, Reason reason, String code, String detail) {
        return new Answer.Failed<>(
                new Failure(
                        situation.asks(),
                        Operation.GET_RECORD,
                        reason,
                        code,
                        detail,
                        Optional.empty()));
    }
}
