package dev.drover.weights.polling;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/** One thread a poll, made on demand; a {@link PollSchedule} hands out no more than there are. */
public final class PollThreads {
    private static final long KEPT_SECONDS = 30;

    private PollThreads() {}

    /**
     * Makes the thread pool profile that a route names.
     *
     * @param slots most polls at once
     */
    public static void register(CamelContext context, String profile, int slots) {
        context.getExecutorServiceManager()
                .registerThreadPoolProfile(
                        new ThreadPoolProfileBuilder(profile)
                                .poolSize(1) // Camel takes 0 for a pool of one thread at most
                                .maxPoolSize(slots)
                                .maxQueueSize(0)
                                .keepAliveTime(KEPT_SECONDS)
                                .rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                                .build());
    }
}
