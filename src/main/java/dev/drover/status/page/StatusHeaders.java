package dev.drover.status.page;

import org.apache.camel.Exchange;
import org.apache.camel.spi.HeaderFilterStrategy;

/**
 * Which headers of an answer leave the process, bean {@code status-headers}: those that the answer
 * set. Camel's own strategy for HTTP holds {@code Cache-Control} back.
 */
public final class StatusHeaders implements HeaderFilterStrategy {
    @Override
    public boolean applyFilterToCamelHeaders(String name, Object value, Exchange exchange) {
        return name.startsWith("Camel");
    }

    @Override
    public boolean applyFilterToExternalHeaders(String name, Object value, Exchange exchange) {
        return name.startsWith("Camel");
    }
}
