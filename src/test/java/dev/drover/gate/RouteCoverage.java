package dev.drover.gate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/**
 * Counts how often each step of the routes of a context is executed, and leaves that in {@code
 * target/camel-route-coverage} when the context stops. Camel's own dump knows nothing of the steps
 * within {@code doCatch} and {@code doFinally}.
 */
public final class RouteCoverage implements InterceptStrategy {
    /** One folder a run: what an earlier one covered proves nothing about this one. */
    static final Path FOLDER =
            Path.of("target", "camel-route-coverage", System.getProperty("drover.run", "any"));

    private static final AtomicInteger FILES = new AtomicInteger();

    private final Map<String, LongAdder> executed = new ConcurrentSkipListMap<>();

    private RouteCoverage() {}

    /** To be called before routes are loaded. */
    public static void watch(CamelContext context) {
        RouteCoverage coverage = new RouteCoverage();
        context.getCamelContextExtension().addInterceptStrategy(coverage);
        context.addLifecycleStrategy(
                new LifecycleStrategySupport() {
                    @Override
                    public void onContextStopped(CamelContext stopped) {
                        coverage.write();
                    }
                });
    }

    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode step, Processor target, Processor next) {
        String name = CamelContextHelper.getRouteId(step) + "/" + step.getId();
        LongAdder count = executed.computeIfAbsent(name, it -> new LongAdder());
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                count.increment();
                return super.process(exchange, callback);
            }
        };
    }

    private void write() {
        Map<String, Long> counts = new TreeMap<>();
        executed.forEach((name, count) -> counts.put(name, count.sum()));
        String file = ProcessHandle.current().pid() + "-" + FILES.incrementAndGet() + ".xml";
        try {
            Files.createDirectories(FOLDER);
            Files.writeString(FOLDER.resolve(file), document(counts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String document(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(
                        entry ->
                                "  <step name=\"%s\" exchangesTotal=\"%d\"/>\n"
                                        .formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("", "<steps>\n", "</steps>\n"));
    }
}
