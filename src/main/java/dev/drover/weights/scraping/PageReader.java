package dev.drover.weights.scraping;

import dev.drover.weights.metrics.ExpositionReader;
import dev.drover.weights.metrics.Limits;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.Page;
import dev.drover.weights.metrics.PageException;
import dev.drover.weights.metrics.PageReading;
import dev.drover.weights.metrics.Vocabulary;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.MalformedChunkCodingException;

/** Pulls a page through a small buffer into the exposition reader. One page at a time. */
final class PageReader {
    private static final int BUFFER_BYTES = 16 * 1024;

    private final Vocabulary vocabulary;
    private final Limits limits;
    private final ExpositionReader reader;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    PageReader(Vocabulary vocabulary, Limits limits, Clock clock) {
        this.vocabulary = vocabulary;
        this.limits = limits;
        this.reader = new ExpositionReader(vocabulary.families(), limits, clock);
    }

    /** How the body is coded. */
    enum Encoding {
        NONE,
        GZIP
    }

    /** True when it was made for these names and limits. */
    boolean madeFor(Vocabulary names, Limits bounds) {
        return vocabulary == names && limits.equals(bounds);
    }

    /** Decompressed bytes of the page at hand. */
    long bodyBytes() {
        return reader.bodyBytes();
    }

    /** Wanted samples of the page at hand that are too old to count. */
    int oldSamples() {
        return reader.oldSamples();
    }

    /**
     * @param framed the transfer announced its length or comes in chunks
     * @throws PageException {@code truncated}, {@code encoding}, or as the exposition reader
     * @throws IOException of the connection
     */
    Page read(InputStream body, Encoding encoding, boolean framed)
            throws PageException, IOException {
        PageReading reading = vocabulary.reading();
        reader.begin(reading);
        try {
            InputStream page = encoding == Encoding.GZIP ? inflated(body) : body;
            for (int count = page.read(buffer); count >= 0; count = page.read(buffer)) {
                reader.feed(buffer, 0, count);
            }
        } catch (EOFException e) {
            throw new PageException(Outcome.TRUNCATED, "the gzip stream ends early");
        } catch (ZipException e) {
            throw new PageException(
                    Outcome.ENCODING, "the gzip stream is damaged: " + e.getMessage());
        } catch (ConnectionClosedException | MalformedChunkCodingException e) {
            throw new PageException(Outcome.TRUNCATED, "the body ends early: " + e.getMessage());
        }
        reader.end(framed || encoding == Encoding.GZIP); // a gzip stream has an end of its own
        return reading.page();
    }

    private static InputStream inflated(InputStream body) throws IOException {
        return new GZIPInputStream(new NeverDry(body), BUFFER_BYTES / 4);
    }

    /**
     * The JDK looks for another gzip member only when bytes are available right now, which a
     * network cannot promise: a second member that comes late would be left out in silence.
     */
    private static final class NeverDry extends FilterInputStream {
        NeverDry(InputStream in) {
            super(in);
        }

        @Override
        public int available() {
            return 1;
        }
    }
}
