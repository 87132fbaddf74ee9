package dev.drover.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Cancels a request when its time is up, be it still connecting or within the body. Must be the
 * first of the chain, so that redirects share the time of the first request.
 */
final class Deadline implements ExecChainHandler {
    private final Supplier<Duration> deadline;
    private final ScheduledExecutorService timer;

    Deadline(Supplier<Duration> deadline, ScheduledExecutorService timer) {
        this.deadline = deadline;
        this.timer = timer;
    }

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        if (!(scope.originalRequest instanceof Cancellable cancellable)) {
            throw new HttpException("a request that cannot be cancelled has no deadline");
        }
        Timer running = Timer.start(cancellable, deadline.get(), timer);
        try {
            ClassicHttpResponse response = chain.proceed(request, scope);
            if (response.getEntity() == null) {
                running.stop();
            } else {
                response.setEntity(
                        new BodyEntity(response.getEntity(), in -> new TimedBody(in, running)));
            }
            return response;
        } catch (IOException | HttpException | RuntimeException e) {
            running.stop();
            if (running.expired()) {
                throw running.exceeded(e);
            }
            throw e;
        }
    }
}
