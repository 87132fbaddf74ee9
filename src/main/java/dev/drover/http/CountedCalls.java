package dev.drover.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Counts and times each call of one client, redirects included, up to the last byte of the body.
 * Must be in front of the deadline, whose failures it counts too.
 */
final class CountedCalls implements ExecChainHandler {
    private final String client;
    private final MeterRegistry meters;
    private final LongSupplier nanos;
    private final Timer duration;

    CountedCalls(String client, MeterRegistry meters, LongSupplier nanos) {
        this.client = client;
        this.meters = meters;
        this.nanos = nanos;
        this.duration =
                Timer.builder("drover.http.client.request.duration")
                        .description("From sending a request to the end of its answer")
                        .tag("client", client)
                        .register(meters);
    }

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Call call = new Call(request.getMethod(), nanos.getAsLong());
        try {
            ClassicHttpResponse response = chain.proceed(request, scope);
            call.code = String.valueOf(response.getCode());
            if (response.getEntity() == null) {
                call.end(call.code);
            } else {
                response.setEntity(
                        new BodyEntity(response.getEntity(), in -> new CountedBody(in, call)));
            }
            return response;
        } catch (IOException | HttpException | RuntimeException e) {
            call.end(NoAnswer.word(e));
            throw e;
        }
    }

    /** One call; used by the thread that makes it. */
    private final class Call {
        private final String method;
        private final long startedNanos;
        private String code;
        private boolean ended;

        Call(String method, long startedNanos) {
            this.method = method;
            this.startedNanos = startedNanos;
        }

        void end(String how) {
            if (ended) {
                return;
            }
            ended = true;
            Counter.builder("drover.http.client.requests")
                    .description("Requests by HTTP status, or by why there was no answer")
                    .tag("client", client)
                    .tag("method", method)
                    .tag("code", how)
                    .register(meters)
                    .increment();
            duration.record(nanos.getAsLong() - startedNanos, TimeUnit.NANOSECONDS);
        }
    }

    /** A body whose end is the end of the call. */
    private static final class CountedBody extends FilterInputStream {
        private final Call call;

        CountedBody(InputStream in, Call call) {
            super(in);
            this.call = call;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                int count = in.read(bytes, offset, length);
                if (count < 0) {
                    call.end(call.code);
                }
                return count;
            } catch (IOException | RuntimeException e) {
                call.end(e instanceof DeadlineExceeded ? "timeout" : "body");
                throw e;
            }
        }

        /** Whoever stops reading had what it wanted of the answer. */
        @Override
        public void close() throws IOException {
            try {
                in.close();
            } finally {
                call.end(call.code);
            }
        }
    }
}
