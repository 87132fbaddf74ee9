package dev.drover.weights.scraping;

import dev.drover.weights.credentials.Credentials;
import dev.drover.weights.credentials.NoCredentials;
import dev.drover.weights.providers.Target;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.component.http.HttpConstants;
import org.apache.camel.component.http.HttpMethods;

/**
 * Makes the message the request for a target, bean {@code scrape-request}. In: body = {@link
 * Target}. Out: no body, headers of the request and no others (camel-http sends every header that
 * does not begin with {@code Camel}). Reads the Secrets that the target names, so it may block.
 */
final class ScrapeRequest implements Processor {
    private static final String VERSION =
            Optional.ofNullable(ScrapeRequest.class.getPackage().getImplementationVersion())
                    .orElse("development");

    /** The one header that holds a secret. */
    static final String AUTHORIZATION = "Authorization";

    private static final double MILLIS = 1000;

    private final Supplier<WeightsConfiguration> configuration;
    private final Credentials credentials;
    private final LongSupplier nanos;

    ScrapeRequest(
            Supplier<WeightsConfiguration> configuration,
            Credentials credentials,
            LongSupplier nanos) {
        this.configuration = configuration;
        this.credentials = credentials;
        this.nanos = nanos;
    }

    @Override
    public void process(Exchange exchange) throws NoCredentials {
        Message message = exchange.getMessage();
        Target target = message.getBody(Target.class);
        exchange.setProperty(ScrapeProperties.TARGET, target);
        exchange.setProperty(ScrapeProperties.STARTED, nanos.getAsLong());
        // what comes is inflated where its size is counted
        exchange.setProperty(Exchange.SKIP_GZIP_ENCODING, true);
        message.setBody(null);
        message.removeHeaders("*");
        message.setHeader(HttpConstants.HTTP_URI, target.url().toString());
        message.setHeader(HttpConstants.HTTP_METHOD, HttpMethods.GET);
        message.setHeader("Accept", "text/plain;version=0.0.4,text/plain;q=0.9");
        message.setHeader("Accept-Encoding", "gzip");
        message.setHeader("User-Agent", "drover/" + VERSION);
        message.setHeader("X-Prometheus-Scrape-Timeout-Seconds", timeoutSeconds());
        exchange.setProperty(ScrapeProperties.CLIENT, credentials.client(target.access()));
        credentials
                .token(target.access())
                .ifPresent(token -> message.setHeader(AUTHORIZATION, "Bearer " + token));
    }

    private String timeoutSeconds() {
        long millis = configuration.get().scrape().timeout().toMillis();
        return millis % 1000 == 0 ? String.valueOf(millis / 1000) : String.valueOf(millis / MILLIS);
    }
}
