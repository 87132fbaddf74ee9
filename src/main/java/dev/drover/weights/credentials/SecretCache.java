package dev.drover.weights.credentials;

import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Secrets as they were read at most 60 s ago; a failure is remembered for 5 s, so that many targets
 * of one missing Secret ask once. Whoever comes first reads, the others wait for it. Thread-safe.
 */
final class SecretCache {
    private static final long KEPT = Duration.ofSeconds(60).toNanos();
    private static final long FAILURE_KEPT = Duration.ofSeconds(5).toNanos();
    private static final long LONGEST_WAIT_SECONDS = 15;

    private final SecretReader reader;
    private final LongSupplier nanos;
    private final Map<ObjectKey, Entry> entries = new HashMap<>(); // guarded by this

    private record Entry(long readNanos, CompletableFuture<Map<String, byte[]>> content) {
        boolean fresh(long now) {
            long longest = content.isCompletedExceptionally() ? FAILURE_KEPT : KEPT;
            return now - readNanos < longest;
        }
    }

    SecretCache(SecretReader reader, LongSupplier nanos) {
        this.reader = reader;
        this.nanos = nanos;
    }

    /**
     * The value of a key, never empty.
     *
     * @throws NoCredentials when there is no such Secret or key, or it cannot be read
     */
    byte[] value(ObjectKey secret, String key) throws NoCredentials {
        byte[] value = content(secret).get(key);
        if (value == null || value.length == 0) {
            throw new NoCredentials("Secret %s has no key %s".formatted(secret, key));
        }
        return value;
    }

    /** The content was refused: the next request reads again. */
    synchronized void drop(ObjectKey secret) {
        entries.remove(secret);
    }

    private Map<String, byte[]> content(ObjectKey secret) throws NoCredentials {
        CompletableFuture<Map<String, byte[]>> mine = new CompletableFuture<>();
        Entry entry = entry(secret, mine);
        if (entry.content() == mine) {
            read(secret, mine);
        }
        return outcome(secret, entry.content());
    }

    private synchronized Entry entry(
            ObjectKey secret, CompletableFuture<Map<String, byte[]>> content) {
        long now = nanos.getAsLong();
        entries.values().removeIf(entry -> !entry.fresh(now));
        return entries.computeIfAbsent(secret, key -> new Entry(now, content));
    }

    private void read(ObjectKey secret, CompletableFuture<Map<String, byte[]>> content) {
        try {
            content.complete(Map.copyOf(reader.read(secret)));
        } catch (NoCredentials | RuntimeException e) {
            content.completeExceptionally(e);
        }
    }

    private static Map<String, byte[]> outcome(
            ObjectKey secret, CompletableFuture<Map<String, byte[]>> content) throws NoCredentials {
        try {
            return content.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NoCredentials reason) {
                throw new NoCredentials(reason.getMessage());
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new NoCredentials("Secret %s: reading it takes too long".formatted(secret));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoCredentials("Secret %s: reading it was interrupted".formatted(secret));
        }
    }
}
