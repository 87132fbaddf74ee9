package dev.drover.acceptance;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the one {@link ModelSite} when first asked, hands it out, clears it after each test. */
final class ModelSiteExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace SHARED = Namespace.create(ModelSiteExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ModelSite.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return site(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        context.getExecutionException()
                .ifPresent(failure -> System.out.println(site(context).logs()));
        site(context).clear();
    }

    private static ModelSite site(ExtensionContext context) {
        return context.getRoot()
                .getStore(SHARED)
                .getOrComputeIfAbsent("site", key -> new Closing(ModelSite.start()), Closing.class)
                .site();
    }

    private record Closing(ModelSite site) implements AutoCloseable {
        @Override
        public void close() {
            site.close();
        }
    }
}
