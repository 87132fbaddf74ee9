package dev.drover.routing;

import dev.drover.config.Suggestion;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.CamelContext;
import org.apache.camel.ExpressionIllegalSyntaxException;
import org.apache.camel.NoSuchBeanException;
import org.apache.camel.Processor;
import org.apache.camel.spi.RoutePolicy;

/** The sentence of an exception of Camel's that says what to mend, and where in the file. */
final class Reason {
    private static final int LONGEST = 300;
    private static final Pattern PREAMBLE =
            Pattern.compile("^Failed to (start|create) route:? \\S+ because:? ");

    private Reason() {}

    /**
     * @param context whose beans are suggested
     */
    static String of(Throwable failure, RouteDocument document, CamelContext context) {
        Throwable cause = failure;
        String expression = expression(cause);
        while (cause.getCause() != null && !(cause instanceof NoSuchBeanException)) {
            cause = cause.getCause();
            expression = expression.isEmpty() ? expression(cause) : expression;
        }
        if (cause instanceof NoSuchBeanException missing && missing.getName() != null) {
            return place(document, missing.getName())
                    + "no bean \"%s\"%s".formatted(missing.getName(), meant(missing, context));
        }
        return place(document, expression) + sentence(cause);
    }

    private static String sentence(Throwable cause) {
        String text =
                cause.getMessage() == null
                        ? cause.getClass().getSimpleName()
                        : PREAMBLE.matcher(cause.getMessage().lines().findFirst().orElse(""))
                                .replaceFirst("");
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    /** The one that cannot be read; empty = it is not about one. */
    private static String expression(Throwable cause) {
        return cause instanceof ExpressionIllegalSyntaxException illegal
                ? Objects.toString(illegal.getExpression(), "")
                : "";
    }

    private static String place(RouteDocument document, String text) {
        return text.isEmpty() ? "" : document.placeOf(text).map(place -> place + ": ").orElse("");
    }

    private static String meant(NoSuchBeanException missing, CamelContext context) {
        Set<String> names = new TreeSet<>();
        for (Class<?> type :
                Set.of(Processor.class, RoutePolicy.class, AggregationStrategy.class)) {
            names.addAll(context.getRegistry().findByTypeWithName(type).keySet());
        }
        return Suggestion.closest(missing.getName(), names)
                .map(name -> "; did you mean \"" + name + "\"?")
                .orElse("");
    }
}
