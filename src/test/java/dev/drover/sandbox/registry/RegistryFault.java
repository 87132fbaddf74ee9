package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What is to go wrong, for which calls and how often: {@code
 * on(Operation.GET_RECORD).text(404).times(1)}. Immutable; given to {@link RegistryDouble#fail}.
 * Without {@code times} it holds until it is lifted. The fault that was set first wins.
 */
public final class RegistryFault {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PAGE = "<html><body><h1>Log in</h1></body></html>";

    /** What may be done with a request. */
    interface Effect {
        void apply(Front.Conversation conversation);
    }

    private final Predicate<SeenRequest> matching;
    private final Effect effect;
    private final int times;

    private RegistryFault(Predicate<SeenRequest> matching, Effect effect, int times) {
        this.matching = matching;
        this.effect = effect;
        this.times = times;
    }

    /** These calls. */
    public static RegistryFault on(Operation first, Operation... more) {
        Set<Operation> some = EnumSet.of(first);
        some.addAll(Arrays.asList(more));
        return matching(request -> request.operation().filter(some::contains).isPresent());
    }

    /** Every request. */
    public static RegistryFault everywhere() {
        return matching(request -> true);
    }

    /** Requests that the predicate picks. */
    public static RegistryFault matching(Predicate<SeenRequest> matching) {
        return new RegistryFault(matching, conversation -> conversation.process(), 0);
    }

    /** Hit that many requests, then none. */
    public RegistryFault times(int most) {
        return new RegistryFault(matching, effect, most);
    }

    /** Answer this, without doing anything. */
    public RegistryFault answer(Reply reply) {
        return with(conversation -> conversation.send(reply));
    }

    /** Answer with this status in the registry's own form, without doing anything. */
    public RegistryFault status(int status) {
        return answer(Reply.error(status, "injected"));
    }

    /** Answer with this status and plain text, as a proxy does. */
    public RegistryFault text(int status) {
        return answer(Reply.text(status, "proxy says " + status));
    }

    /** Answer with this status and a page. */
    public RegistryFault html(int status) {
        return answer(Reply.html(status, PAGE));
    }

    public RegistryFault redirect(String location) {
        return answer(Reply.text(302, "moved").with("location", location));
    }

    /** Read the request and never answer; it is not carried out. */
    public RegistryFault hang() {
        return with(conversation -> {});
    }

    /** Close the connection without doing anything. */
    public RegistryFault reset() {
        return with(Front.Conversation::close);
    }

    /** Do what was asked, then close the connection instead of answering. */
    public RegistryFault loseAnswer() {
        return with(
                conversation -> {
                    conversation.carryOut();
                    conversation.close();
                });
    }

    /** Do what was asked, and answer one byte a second. */
    public RegistryFault slowBody() {
        return with(conversation -> conversation.drip(conversation.carryOut()));
    }

    /** Do what was asked, announce the whole answer, send half and close. */
    public RegistryFault cutBody() {
        return with(conversation -> conversation.cut(conversation.carryOut()));
    }

    /** Do what was asked, and answer half of the JSON as if it were all. */
    public RegistryFault truncatedJson() {
        return changing(reply -> half(reply));
    }

    /** Do what was asked, and answer with JSON that never ends. */
    public RegistryFault endlessBody() {
        return with(
                conversation -> {
                    conversation.carryOut();
                    conversation.flood();
                });
    }

    /** Answer about another entity than the one that was asked for. */
    public RegistryFault wrongEntity() {
        return changing(
                reply -> {
                    ObjectNode body = json(reply);
                    body.put("id", "987654").put("name", "another").put("externalId", "another");
                    return Reply.json(reply.status(), body);
                });
    }

    /** Do what was asked, and add a header to the answer. */
    public RegistryFault header(String name, String value) {
        return changing(reply -> reply.with(name, value));
    }

    /** Right before the request is carried out, do something else, as another client might. */
    public RegistryFault before(Consumer<SeenRequest> interference) {
        return with(
                conversation -> {
                    interference.accept(conversation.request());
                    conversation.process();
                });
    }

    /** Right before the same is asked again somebody else does it: a create becomes a conflict. */
    public RegistryFault race() {
        return with(
                conversation -> {
                    conversation.carryOut();
                    conversation.process();
                });
    }

    /** Right before this effect tell somebody whom it hits. */
    public RegistryFault telling(Consumer<SeenRequest> listener) {
        return with(
                conversation -> {
                    listener.accept(conversation.request());
                    effect.apply(conversation);
                });
    }

    /** Carry it out this long after it came. */
    public RegistryFault delay(int millis) {
        return with(conversation -> conversation.later(millis, conversation::process));
    }

    /** Do what was asked, and change the answer. */
    public RegistryFault changing(UnaryOperator<Reply> change) {
        return with(conversation -> conversation.send(change.apply(conversation.carryOut())));
    }

    private RegistryFault with(Effect other) {
        return new RegistryFault(matching, other, times);
    }

    boolean matches(SeenRequest request) {
        return matching.test(request);
    }

    Effect effect() {
        return effect;
    }

    int times() {
        return times;
    }

    private static Reply half(Reply reply) {
        byte[] body = reply.body();
        return new Reply(
                reply.status(), reply.headers(), Arrays.copyOf(body, Math.max(1, body.length / 2)));
    }

    private static ObjectNode json(Reply reply) {
        try {
            return (ObjectNode) JSON.readTree(new String(reply.body(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
