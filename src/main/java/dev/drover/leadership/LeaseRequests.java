package dev.drover.leadership;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** Counts and times the requests of elections, as client {@code lease}. */
final class LeaseRequests {
    private static final Duration[] BUCKETS =
            LongStream.of(1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000)
                    .mapToObj(Duration::ofMillis)
                    .toArray(Duration[]::new);

    private final MeterRegistry meters;
    private final LongSupplier nanos;
    private final Timer durations;

    LeaseRequests(MeterRegistry meters, LongSupplier nanos) {
        this.meters = meters;
        this.nanos = nanos;
        this.durations =
                Timer.builder("drover_http_client_request_duration_seconds")
                        .tag("client", "lease")
                        .serviceLevelObjectives(BUCKETS)
                        .register(meters);
    }

    Timing begin(String method) {
        return new Timing(method, nanos.getAsLong());
    }

    /** One request; closed when it ended. */
    final class Timing implements AutoCloseable {
        private final String method;
        private final long began;
        private String code = "timeout";

        private Timing(String method, long began) {
            this.method = method;
            this.began = began;
        }

        /** HTTP code; 0 = there was no answer. */
        void code(int httpCode) {
            code = httpCode == 0 ? "connect" : Integer.toString(httpCode);
        }

        @Override
        public void close() {
            durations.record(nanos.getAsLong() - began, TimeUnit.NANOSECONDS);
            meters.counter(
                            "drover_http_client_requests_total",
                            "client",
                            "lease",
                            "method",
                            method,
                            "code",
                            code)
                    .increment();
        }
    }
}
