package dev.drover.registry.mapping;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The custom properties that Drover owns; it carries all others through. None has the name of a
 * built-in field, which older registries could not update (Q11).
 */
public enum OwnKey {
    URL(1024),
    INTERNAL_URL(1024),
    REST_URL(1024),
    GRPC_URL(1024),
    ADDRESSES(1024),
    MODEL_FORMAT(128),
    MODEL_FORMAT_VERSION(128),
    MODEL_NAME(253),
    ADAPTERS(1024),
    STORAGE_URI(1024),
    REVISION(253),
    TRAFFIC(256),
    READY(0),
    READY_REASON(256),
    MODEL_STATE(64),
    TRANSITION(64),
    LAST_FAILURE(1024),
    MIN_REPLICAS(0),
    MAX_REPLICAS(0),
    DEPLOYMENT_MODE(64),
    UID(253),
    NAMESPACE(253),
    NAME(253),
    KIND(253),
    CLUSTER(253),
    ARCHIVED(0),
    VERSION_PINNED(0);

    private static final Map<String, OwnKey> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toMap(OwnKey::key, Function.identity()));

    private final int cap;

    /**
     * @param cap bytes of a text; 0 of what is no text
     */
    OwnKey(int cap) {
        this.cap = cap;
    }

    /** As in the registry: {@code internal_url}. */
    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    int cap() {
        return cap;
    }

    static Optional<OwnKey> of(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }
}
