package dev.drover.weights.health;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.polling.PollSchedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which endpoints are probed for whom, and what the probes say. The reconcile side declares what a
 * model needs and asks for states; the probing side brings results. An endpoint is probed while any
 * model refers to it; with the last reference the prober stops, and what it knew goes: a new one
 * begins as Unknown. Thread-safe, never blocks.
 */
public final class HealthTracker {
    private static final Logger LOG = LoggerFactory.getLogger(HealthTracker.class);

    private final PollSchedule<Probe> schedule;
    private final HealthListener listener;

    // guarded by this; the listener is called without the lock
    private final Map<Probe, Prober> probers = new HashMap<>();
    private final Map<ObjectKey, List<ProbedProvider>> models = new HashMap<>();

    HealthTracker(PollSchedule<Probe> schedule, HealthListener listener) {
        this.schedule = schedule;
        this.listener = listener;
    }

    /**
     * Says what the model needs from now on, in place of what was declared before. Cheap when
     * nothing changed.
     */
    public void declare(ObjectKey model, List<ProbedProvider> probed) {
        replace(model, List.copyOf(probed)).forEach(listener::revised);
    }

    /** The model is gone, paused, or needs no probes. */
    public void release(ObjectKey model) {
        declare(model, List.of());
    }

    /** The providers concerned. */
    private synchronized Set<ObjectKey> replace(ObjectKey model, List<ProbedProvider> now) {
        List<ProbedProvider> before = models.getOrDefault(model, List.of());
        if (before.equals(now)) {
            return Set.of();
        }
        if (now.isEmpty()) {
            models.remove(model);
        } else {
            models.put(model, now);
        }
        Set<ObjectKey> concerned = new TreeSet<>();
        Set<Prober> left = new HashSet<>();
        for (ProbedProvider old : before) {
            left.add(probers.get(old.probe()));
            concerned.add(old.provider());
        }
        left.forEach(prober -> prober.releasedBy(model));
        for (ProbedProvider wanted : now) {
            probers.computeIfAbsent(wanted.probe(), Prober::new).usedBy(model, wanted.provider());
            schedule.add(wanted.probe());
            concerned.add(wanted.provider());
        }
        left.stream().filter(Prober::unused).map(Prober::probe).forEach(this::stop);
        return concerned;
    }

    private void stop(Probe probe) {
        probers.remove(probe);
        schedule.remove(probe);
    }

    /** What this probe says; Unknown while nobody has declared it. */
    public synchronized ProviderHealth health(Probe probe) {
        Prober prober = probers.get(probe);
        return prober == null ? ProviderHealth.UNKNOWN : prober.judgement().health();
    }

    /** False only while a probe of the provider says Unhealthy. */
    public boolean isHealthy(String namespace, String provider) {
        return state(namespace, provider) != ProviderHealth.State.UNHEALTHY;
    }

    /**
     * State of a provider; of several probes (refs may override settings) the worst: Unhealthy
     * before Unknown before Healthy. NONE for a provider without health check.
     */
    public synchronized ProviderHealth.State state(String namespace, String provider) {
        ObjectKey key = new ObjectKey(namespace, provider);
        List<ProviderHealth.State> states =
                probers.values().stream()
                        .filter(prober -> prober.serves(key))
                        .map(prober -> prober.judgement().health().state())
                        .toList();
        for (ProviderHealth.State worst :
                List.of(
                        ProviderHealth.State.UNHEALTHY,
                        ProviderHealth.State.UNKNOWN,
                        ProviderHealth.State.HEALTHY)) {
            if (states.contains(worst)) {
                return worst;
            }
        }
        return ProviderHealth.State.NONE;
    }

    /** Providers that are probed, by name, with their states. */
    synchronized Map<ObjectKey, ProviderHealth.State> states() {
        Map<ObjectKey, ProviderHealth.State> states = new HashMap<>();
        probers.values().stream()
                .flatMap(prober -> prober.providers().stream())
                .forEach(key -> states.put(key, state(key.namespace(), key.name())));
        return states;
    }

    private record Change(
            ProviderHealth.State from,
            ProviderHealth to,
            Set<ObjectKey> providers,
            boolean denied) {
        boolean ofState() {
            return from != to.state();
        }
    }

    /**
     * Takes the result of a probe; nothing happens when nobody wants it any more.
     *
     * @return the models to look at again: all that use the probe if its state changed, else none
     */
    Set<ObjectKey> record(Probe probe, ProbeResult result) {
        Optional<Change> change = take(probe, result);
        if (change.isEmpty()) {
            return Set.of();
        }
        Change found = change.get();
        for (ObjectKey provider : found.providers()) {
            if (found.ofState()) {
                listener.changed(provider, found.from(), found.to());
                listener.revised(provider);
            }
            if (found.denied()) {
                listener.denied(provider, probe, result.detail());
            }
        }
        return found.ofState() ? models(probe) : Set.of();
    }

    private synchronized Optional<Change> take(Probe probe, ProbeResult result) {
        Prober prober = probers.get(probe);
        if (prober == null) {
            return Optional.empty();
        }
        Judgement judgement = prober.judgement();
        ProviderHealth.State from = judgement.health().state();
        judgement.add(result);
        prober.newlyBroken(false);
        boolean denied = prober.newlyDenied(result.kind() == ProbeResult.Kind.DENIED);
        ProviderHealth to = judgement.health();
        schedule.failing(probe, !to.usable());
        return Optional.of(new Change(from, to, prober.providers(), denied));
    }

    private synchronized Set<ObjectKey> models(Probe probe) {
        Prober prober = probers.get(probe);
        return prober == null ? Set.of() : prober.models();
    }

    /** A probe ended in a way that says nothing of the endpoint: its state stays. Logged once. */
    void broken(Probe probe, Exception failure) {
        boolean news;
        synchronized (this) {
            Prober prober = probers.get(probe);
            news = prober != null && prober.newlyBroken(true);
        }
        if (news) {
            LOG.error("{}: the probe failed in a way that is Drover's own fault", probe, failure);
        }
    }

    /** One line for each provider, in order of their names. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        new TreeMap<>(states()).forEach((key, state) -> lines.add(key + " " + state));
        return lines;
    }

    /** How many providers are in this state. */
    long count(ProviderHealth.State state) {
        return states().values().stream().filter(state::equals).count();
    }
}
