package dev.drover;

import dev.drover.config.Schema;
import dev.drover.config.Values;
import dev.drover.intents.Platform;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.camel.CamelContext;

/**
 * A flow as the process puts it in.
 *
 * @param <C> the flow's keys, typed
 * @param schema the keys
 * @param settings reads them
 * @param resources paths of what must be known before the flow may decide
 * @param bind binds every bean that the flow's routes name
 */
record FlowPart<C>(
        String name,
        Schema schema,
        Function<Values, C> settings,
        Function<Values, List<String>> resources,
        BiConsumer<CamelContext, Platform<C>> bind) {}
