package dev.drover.registry.api;

import java.util.List;
import java.util.Optional;

/** The registries that may be called now. They come and go with configuration and Services. */
public interface ModelRegistries {

    /** The registry with this id; empty once it is no longer allowed. */
    Optional<ModelRegistry> find(String id);

    /** Ids of all, sorted. */
    List<String> ids();
}
