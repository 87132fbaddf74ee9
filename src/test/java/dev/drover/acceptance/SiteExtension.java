package dev.drover.acceptance;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the one {@link Site} when first asked, hands it out, clears it after each test. */
final class SiteExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace SHARED = Namespace.create(SiteExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Site.class;
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

    private static Site site(ExtensionContext context) {
        return context.getRoot()
                .getStore(SHARED)
                .getOrComputeIfAbsent("site", key -> new Closing(Site.start()), Closing.class)
                .site();
    }

    private record Closing(Site site) implements AutoCloseable {
        @Override
        public void close() {
            site.close();
        }
    }
}
