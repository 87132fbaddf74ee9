package dev.drover.acceptance;

/** Hands out the one {@link RegistrySite}. */
final class RegistrySiteExtension extends SharedClusterExtension<RegistrySite> {
    RegistrySiteExtension() {
        super(RegistrySite.class, RegistrySite::start);
    }
}
