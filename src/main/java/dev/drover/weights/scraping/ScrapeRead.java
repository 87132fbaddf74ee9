package dev.drover.weights.scraping;

import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.Page;
import dev.drover.weights.metrics.PageException;
import dev.drover.weights.providers.Target;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.component.http.HttpConstants;

/**
 * Judges the answer, reads the page and records it, bean {@code scrape-read}. In: the answer of
 * camel-http with its body as a stream. Out: no body.
 *
 * <p>Throws {@link PageException} or {@link IOException} when the answer gives no page; nothing of
 * it counts then, and {@code scrape-failed} records why.
 */
final class ScrapeRead implements Processor {
    private static final Set<String> TYPES = Set.of("text/plain", "application/openmetrics-text");

    private final PageReaders readers;
    private final Targets targets;
    private final ScrapeMetrics metrics;

    ScrapeRead(PageReaders readers, Targets targets, ScrapeMetrics metrics) {
        this.readers = readers;
        this.targets = targets;
        this.metrics = metrics;
    }

    @Override
    public void process(Exchange exchange) throws PageException, IOException {
        Message message = exchange.getMessage();
        Target target = exchange.getProperty(ScrapeProperties.TARGET, Target.class);
        Object body = message.getBody();
        message.setBody(null);
        try (InputStream stream =
                body instanceof InputStream in ? in : InputStream.nullInputStream()) {
            judge(message, target);
            Page page = page(message, target, stream);
            targets.succeeded(target, page)
                    .forEach(outcome -> metrics.lacking(target.kind(), outcome));
            metrics.ended(target.kind(), Outcome.OK, started(exchange));
        }
    }

    static long started(Exchange exchange) {
        return exchange.getProperty(ScrapeProperties.STARTED, 0L, Long.class);
    }

    private Page page(Message message, Target target, InputStream stream)
            throws PageException, IOException {
        PageReader reader = readers.take(target.kind());
        try {
            Page page = reader.read(stream, encoding(message), framed(message));
            int old = reader.oldSamples();
            readers.giveBack(target.kind(), reader);
            if (!page.wanted()) {
                throw new PageException(Outcome.EMPTY, empty(target, old));
            }
            return page;
        } finally {
            metrics.body(target.kind(), reader.bodyBytes());
        }
    }

    private static String empty(Target target, int old) {
        return old == 0
                ? "no wanted family on the page of %s; a fresh server shows none before its first"
                                .formatted(target.shownUrl())
                        + " request"
                : "all %d wanted samples of %s are older than five minutes by their timestamps; is"
                                .formatted(old, target.shownUrl())
                        + " it a cache of another page, or is a clock wrong?";
    }

    private static void judge(Message message, Target target) throws PageException {
        int code = message.getHeader(HttpConstants.HTTP_RESPONSE_CODE, 0, Integer.class);
        if (code != 200) {
            throw new PageException(outcome(code), code + " from " + target.shownUrl());
        }
        String type = text(message, Exchange.CONTENT_TYPE);
        String media = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!media.isEmpty() && !TYPES.contains(media)) {
            throw new PageException(
                    Outcome.CONTENT_TYPE,
                    "%s answers %s, which is no metrics page".formatted(target.shownUrl(), media));
        }
    }

    private static Outcome outcome(int code) {
        return switch (code) {
            case 301, 302, 303, 307, 308 -> Outcome.REDIRECT;
            case 401 -> Outcome.UNAUTHORIZED;
            case 403 -> Outcome.FORBIDDEN;
            case 404 -> Outcome.NOT_FOUND;
            default -> Outcome.HTTP_STATUS;
        };
    }

    private static PageReader.Encoding encoding(Message message) throws PageException {
        String encoding = text(message, Exchange.CONTENT_ENCODING).strip().toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "", "identity" -> PageReader.Encoding.NONE;
            case "gzip", "x-gzip" -> PageReader.Encoding.GZIP;
            default ->
                    throw new PageException(
                            Outcome.ENCODING, "coding '" + encoding + "' was not asked for");
        };
    }

    /** The transfer itself tells where the body ends; a body ended by close may be half of one. */
    private static boolean framed(Message message) {
        return message.getHeader("Content-Length") != null
                || text(message, "Transfer-Encoding").toLowerCase(Locale.ROOT).contains("chunked");
    }

    private static String text(Message message, String header) {
        Object value = message.getHeader(header);
        return value == null ? "" : value.toString();
    }
}
