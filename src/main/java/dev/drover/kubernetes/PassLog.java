package dev.drover.kubernetes;

import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells about failed passes: at attempts 1, 2, 4, 8, … only, on one line where the surroundings are
 * the cause, with a stack trace where the program is.
 */
final class PassLog {
    private static final Logger LOG = LoggerFactory.getLogger(ResourcesConsumer.class);

    private final String flow;

    PassLog(String flow) {
        this.flow = flow;
    }

    void failed(Work work, Throwable failure) {
        if (Integer.bitCount(work.attempt()) != 1) {
            return;
        }
        if (surroundings(failure)) {
            LOG.warn(
                    "{} {}: attempt {} failed: {}",
                    work.key(),
                    flow,
                    work.attempt(),
                    shown(failure));
        } else {
            LOG.error("{} {}: attempt {} failed", work.key(), flow, work.attempt(), failure);
        }
    }

    private static String shown(Throwable failure) {
        return failure instanceof ResourceException ? failure.getMessage() : failure.toString();
    }

    private static boolean surroundings(Throwable failure) {
        return failure instanceof ResourceException
                || failure instanceof IOException
                || failure instanceof TimeoutException;
    }
}
