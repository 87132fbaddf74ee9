package dev.drover.sandbox.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips, starts and hands out; see {@link RealApi}. */
final class RealApiExtension implements ExecutionCondition, ParameterResolver {
    private static final Namespace SHARED = Namespace.create(RealApiExtension.class);
    private static final Path REPORT = Path.of("target", "real-api.txt");
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean available = ControlPlane.available();
        if (context.getTestMethod().isEmpty() && context.getEnclosingTestClasses().isEmpty()) {
            String name = context.getRequiredTestClass().getName();
            report(available ? "ran " + name : "skipped " + name);
            if (!available) {
                System.out.println("SKIPPED real-API tests: " + ControlPlane.missing());
            }
        }
        return available
                ? ConditionEvaluationResult.enabled("the programs are there")
                : ConditionEvaluationResult.disabled(ControlPlane.missing());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == ControlPlane.class || type == FreshNamespace.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ControlPlane plane = shared(context);
        return parameter.getParameter().getType() == ControlPlane.class
                ? plane
                : freshNamespace(plane);
    }

    private static ControlPlane shared(ExtensionContext context) {
        RealApi wanted =
                AnnotationSupport.findAnnotation(
                                context.getRequiredTestClass(),
                                RealApi.class,
                                context.getEnclosingTestClasses())
                        .orElseThrow();
        Parts parts =
                wanted.nodes()
                        ? Parts.NODES
                        : wanted.controllers() ? Parts.CONTROLLERS : Parts.SERVER;
        return context.getRoot()
                .getStore(SHARED)
                .getOrComputeIfAbsent(parts, key -> new Closing(start(key)), Closing.class)
                .plane();
    }

    private enum Parts {
        SERVER,
        CONTROLLERS,
        NODES
    }

    private static ControlPlane start(Parts parts) {
        ControlPlane.Builder builder = ControlPlane.configure();
        return switch (parts) {
            case SERVER -> builder.start();
            case CONTROLLERS -> builder.controllers().start();
            case NODES -> builder.node().start();
        };
    }

    private static FreshNamespace freshNamespace(ControlPlane plane) {
        String name = "test-" + NAMESPACES.incrementAndGet();
        plane.api()
                .create("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(name));
        return new FreshNamespace(name);
    }

    private static void report(String line) {
        try {
            Files.createDirectories(REPORT.getParent());
            Files.writeString(
                    REPORT, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Closing(ControlPlane plane) implements AutoCloseable {
        @Override
        public void close() {
            plane.close();
        }
    }
}
