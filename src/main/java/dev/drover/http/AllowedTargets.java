package dev.drover.http;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.function.Predicate;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/** Lets nothing pass but what may be asked. Must be behind the redirects, which it sees too. */
final class AllowedTargets implements ExecChainHandler {
    private final Predicate<URI> targets;

    AllowedTargets(Predicate<URI> targets) {
        this.targets = targets;
    }

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        if (!allows(request)) {
            throw new TargetDenied(String.valueOf(scope.route.getTargetHost()));
        }
        return chain.proceed(request, scope);
    }

    private boolean allows(ClassicHttpRequest request) {
        try {
            return targets.test(request.getUri());
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
