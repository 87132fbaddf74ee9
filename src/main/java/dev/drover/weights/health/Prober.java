package dev.drover.weights.health;

import dev.drover.kubernetes.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A probe that is repeated, with what is known by it and who uses it. Not thread-safe. */
final class Prober {
    private final Probe probe;
    private final Judgement judgement;
    private final Map<ObjectKey, Set<ObjectKey>> providersByModel = new HashMap<>();
    private boolean denied;
    private boolean broken;

    Prober(Probe probe) {
        this.probe = probe;
        this.judgement = new Judgement(probe);
    }

    Probe probe() {
        return probe;
    }

    Judgement judgement() {
        return judgement;
    }

    void usedBy(ObjectKey model, ObjectKey provider) {
        providersByModel.computeIfAbsent(model, key -> new HashSet<>()).add(provider);
    }

    void releasedBy(ObjectKey model) {
        providersByModel.remove(model);
    }

    boolean unused() {
        return providersByModel.isEmpty();
    }

    boolean serves(ObjectKey provider) {
        return providersByModel.values().stream().anyMatch(all -> all.contains(provider));
    }

    Set<ObjectKey> models() {
        return Set.copyOf(providersByModel.keySet());
    }

    /** In order of their names, so that news come in the same order every time. */
    Set<ObjectKey> providers() {
        Set<ObjectKey> all = new TreeSet<>();
        providersByModel.values().forEach(all::addAll);
        return all;
    }

    /** True when the addresses were allowed before and are denied now. */
    boolean newlyDenied(boolean now) {
        boolean news = now && !denied;
        denied = now;
        return news;
    }

    /** True when probing worked before and throws now. */
    boolean newlyBroken(boolean now) {
        boolean news = now && !broken;
        broken = now;
        return news;
    }
}
