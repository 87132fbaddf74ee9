package dev.drover.registry.decision;

/**
 * Where a record is.
 *
 * @param registry id of the registry
 * @param id of the record there
 */
record Place(String registry, String id) {
    static Place of(KnownRecord known) {
        return new Place(known.registry(), known.record().id());
    }
}
