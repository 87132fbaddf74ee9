package dev.drover.registry.client;

import dev.drover.registry.discovery.Registry;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The token files that registries name; one copy of each. Thread-safe. */
final class Tokens {
    private final LongSupplier nanos;
    private final Map<Path, TokenFile> files = new ConcurrentHashMap<>();

    Tokens(LongSupplier nanos) {
        this.nanos = nanos;
    }

    String token(Registry registry) throws NoToken {
        return file(registry).token();
    }

    /** Whether the file holds another token by now than the one that was refused. */
    boolean changedSince(Registry registry, String refused) {
        return file(registry).differsFrom(refused);
    }

    private TokenFile file(Registry registry) {
        return files.computeIfAbsent(
                registry.settings().tokenFile(), path -> new TokenFile(path, nanos));
    }
}
