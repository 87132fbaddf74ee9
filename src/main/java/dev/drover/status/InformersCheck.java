package dev.drover.status;

import dev.drover.kubernetes.InformerState;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * {@code drover-informers}, readiness: DOWN while an existing resource has not synced, or is
 * disconnected for longer than {@code drover.health.disconnected-after}. A missing CRD is UP: its
 * flow idles until the kind is served.
 */
public final class InformersCheck extends AbstractHealthCheck {
    private final Supplier<? extends Collection<InformerState>> informers;
    private final Supplier<Duration> disconnectedAfter;

    public InformersCheck(
            Supplier<? extends Collection<InformerState>> informers,
            Supplier<Duration> disconnectedAfter) {
        super("drover", "drover-informers");
        this.informers = informers;
        this.disconnectedAfter = disconnectedAfter;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder result, Map<String, Object> options) {
        Collection<InformerState> states = informers.get();
        states.forEach(state -> result.detail(state.resource(), line(state)));
        List<String> bad = states.stream().filter(this::bad).map(InformerState::resource).toList();
        result.up();
        if (!bad.isEmpty()) {
            result.down().message("not synced or disconnected: " + String.join(", ", bad));
        }
    }

    private boolean bad(InformerState state) {
        return !state.missing()
                && (!state.synced() || state.disconnected().compareTo(disconnectedAfter.get()) > 0);
    }

    private static String line(InformerState state) {
        if (state.missing()) {
            return "missing: the API server does not serve it";
        }
        return "synced=%s objects=%d lastEvent=%s%s%s"
                .formatted(
                        state.synced(),
                        state.objects(),
                        state.sinceLastEvent().map(d -> d.toSeconds() + "s").orElse("never"),
                        state.disconnected().isZero()
                                ? ""
                                : " disconnected=" + state.disconnected().toSeconds() + "s",
                        state.cause().map(cause -> " cause=" + cause).orElse(""));
    }
}
