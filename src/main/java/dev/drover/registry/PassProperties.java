package dev.drover.registry;

import dev.drover.registry.api.Call;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;

/** Exchange properties between the processors of a reconcile route. */
final class PassProperties {
    /** The {@code Decision} of this pass; absent when it has none. */
    static final String DECISION = "DroverRegistryDecision";

    /** The {@code Situation} it was made in. */
    static final String SITUATION = "DroverRegistrySituation";

    /** Term of leadership in which the pass began (long). */
    static final String TERM = "DroverRegistryTerm";

    /** The {@link Admission} of this pass; absent when it needed none. */
    static final String ADMISSION = "DroverRegistryAdmission";

    /** Calls of this pass to registries, a list of {@code Call}. */
    static final String CALLS = "DroverRegistryCalls";

    private PassProperties() {}

    /** Where this pass keeps its calls. */
    static List<Call> calls(Exchange exchange) {
        @SuppressWarnings("unchecked") // nobody else sets it
        List<Call> calls = exchange.getProperty(CALLS, List.class);
        if (calls == null) {
            calls = new ArrayList<>();
            exchange.setProperty(CALLS, calls);
        }
        return calls;
    }
}
