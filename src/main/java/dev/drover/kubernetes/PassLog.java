package dev.drover.kubernetes;

import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells about failed passes: at attempts 1, 2, 4, 8, … only, on one line where the surroundings are
 * the cause, with a stack trace where the program is. Which object it was is in the MDC of the
 * pass.
 */
final class PassLog {
    private static final Logger LOG = LoggerFactory.getLogger(ResourcesConsumer.class);

    void failed(Work work, Throwable failure) {
        if (Integer.bitCount(work.attempt()) != 1) {
            return;
        }
        if (surroundings(failure)) {
            LOG.warn("Attempt {} failed: {}", work.attempt(), shown(failure));
        } else {
            LOG.error("Attempt {} failed", work.attempt(), failure);
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
