package dev.drover.status.page;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a request of the status page, bean {@code status-answer}. Out: a tree to be marshalled,
 * or a page that is ready, with the headers of both.
 */
public final class StatusProcessor implements Processor {
    private static final Logger LOG = LoggerFactory.getLogger(StatusProcessor.class);
    private static final Map<String, String> HEADERS =
            Map.of(
                    "Cache-Control", "no-store",
                    "X-Content-Type-Options", "nosniff",
                    "Referrer-Policy", "no-referrer",
                    "Content-Security-Policy",
                            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self';"
                                    + " base-uri 'none'; frame-ancestors 'none'");

    private final StatusAnswers answers;

    public StatusProcessor(StatusSource source) {
        this.answers = new StatusAnswers(source);
    }

    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        String path = message.getHeader(Exchange.HTTP_PATH, "", String.class);
        String query = message.getHeader(Exchange.HTTP_QUERY, "", String.class);
        boolean head = "HEAD".equals(message.getHeader(Exchange.HTTP_METHOD, String.class));
        StatusAnswer answer = answer(path, parameters(query));
        message.removeHeaders("*"); // a request's headers do not come back
        HEADERS.forEach(message::setHeader);
        message.setHeader(Exchange.HTTP_RESPONSE_CODE, answer.code());
        if (answer instanceof StatusAnswer.Tree tree) {
            message.setHeader(Exchange.CONTENT_TYPE, "application/json");
            message.setBody(head ? null : tree.tree());
        } else if (answer instanceof StatusAnswer.Page page) {
            message.setHeader(Exchange.CONTENT_TYPE, "text/html; charset=utf-8");
            message.setBody(head ? null : page.html());
        }
    }

    private StatusAnswer answer(String path, Map<String, String> query) {
        try {
            return answers.answer(path, query);
        } catch (RuntimeException e) { // boundary: the HTTP server would answer 500 without a word
            LOG.error("status page: {} cannot be answered", path, e);
            return answers.failed(path, e);
        }
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // a stray percent sign means itself
        }
    }
}
