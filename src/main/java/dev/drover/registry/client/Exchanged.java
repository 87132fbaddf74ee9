package dev.drover.registry.client;

import dev.drover.registry.api.Failure;
import java.util.function.Function;

/** How a call ended. */
sealed interface Exchanged permits Exchanged.Replied, Exchanged.Lost {

    <R> R fold(Function<RegistryReply, R> replied, Function<Failure, R> lost);

    /** The registry answered, whatever it said. */
    record Replied(RegistryReply reply) implements Exchanged {
        @Override
        public <R> R fold(Function<RegistryReply, R> replied, Function<Failure, R> lost) {
            return replied.apply(reply);
        }
    }

    /** No call was made, or nothing came back that can be read. */
    record Lost(Failure failure) implements Exchanged {
        @Override
        public <R> R fold(Function<RegistryReply, R> replied, Function<Failure, R> lost) {
            return lost.apply(failure);
        }
    }
}
