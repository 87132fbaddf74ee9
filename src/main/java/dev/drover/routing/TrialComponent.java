package dev.drover.routing;

import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;

/** Stands for every component of a trial: nothing is connected, bound or scheduled. */
final class TrialComponent extends DefaultComponent {
    private final String scheme;

    TrialComponent(String scheme, CamelContext context) {
        super(context);
        this.scheme = scheme;
    }

    @Override
    protected Endpoint createEndpoint(
            String uri, String remaining, Map<String, Object> parameters) {
        parameters.clear();
        return new TrialEndpoint(uri, this, !scheme.equals("direct"));
    }
}
