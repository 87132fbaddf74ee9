package dev.drover.acceptance;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the one cluster of a type when first asked, hands it out, clears it after each test. */
abstract class SharedClusterExtension<C extends SharedCluster>
        implements ParameterResolver, AfterEachCallback {
    private static final Namespace SHARED = Namespace.create(SharedClusterExtension.class);

    private final Class<C> type;
    private final Supplier<C> start;

    SharedClusterExtension(Class<C> type, Supplier<C> start) {
        this.type = type;
        this.start = start;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == type;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return cluster(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        C cluster = cluster(context);
        context.getExecutionException().ifPresent(failure -> System.out.println(cluster.logs()));
        cluster.clear();
    }

    /** Closed by JUnit at the end of all tests. */
    private C cluster(ExtensionContext context) {
        return type.cast(
                context.getRoot()
                        .getStore(SHARED)
                        .getOrComputeIfAbsent(type, key -> new Closing(start.get()), Closing.class)
                        .cluster());
    }

    private record Closing(SharedCluster cluster) implements AutoCloseable {
        @Override
        public void close() {
            cluster.close();
        }
    }
}
