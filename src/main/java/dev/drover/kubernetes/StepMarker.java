package dev.drover.kubernetes;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/**
 * Notes on the pass which step of which route it is in. The watchdog needs it: a pass of many steps
 * may well take minutes, one step may not. Copies of an exchange (split, wire tap) note it on the
 * same pass.
 */
final class StepMarker implements InterceptStrategy {
    static final StepMarker INSTANCE = new StepMarker();

    private StepMarker() {}

    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                Pass pass = Pass.of(exchange);
                if (pass != null) {
                    pass.step(definition.getId());
                }
                return super.process(exchange, callback);
            }
        };
    }
}
