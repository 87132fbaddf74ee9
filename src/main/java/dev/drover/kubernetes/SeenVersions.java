package dev.drover.kubernetes;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Tells a writer that the cache has caught up with its write: that exactly this version of the
 * object went through. A version may arrive before the write's own answer and may be overtaken by
 * the next, so the latest ones are remembered. Thread-safe.
 */
final class SeenVersions {
    private static final int REMEMBERED = 4096;

    private record Version(ObjectKey key, String resourceVersion) {}

    private final Set<Version> latest = new LinkedHashSet<>(); // guarded by this
    private final Map<Version, CompletableFuture<Void>> awaited =
            new HashMap<>(); // guarded by this

    /** Completes once the version was seen. Cancel it when nobody waits any more. */
    synchronized CompletableFuture<Void> await(ObjectKey key, String resourceVersion) {
        Version version = new Version(key, resourceVersion);
        if (latest.contains(version)) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> shared =
                awaited.computeIfAbsent(version, absent -> new CompletableFuture<>());
        var unused = shared.whenComplete((done, failure) -> forget(version, shared));
        return shared;
    }

    void seen(ObjectKey key, String resourceVersion) {
        if (resourceVersion == null) {
            return;
        }
        CompletableFuture<Void> waiting = remember(new Version(key, resourceVersion));
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    private synchronized CompletableFuture<Void> remember(Version version) {
        latest.add(version);
        if (latest.size() > REMEMBERED) {
            Iterator<Version> oldest = latest.iterator();
            oldest.next();
            oldest.remove();
        }
        return awaited.remove(version);
    }

    private synchronized void forget(Version version, CompletableFuture<Void> waiting) {
        awaited.remove(version, waiting);
    }
}
