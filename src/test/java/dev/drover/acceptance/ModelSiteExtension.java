package dev.drover.acceptance;

/** Hands out the one {@link ModelSite}. */
final class ModelSiteExtension extends SharedClusterExtension<ModelSite> {
    ModelSiteExtension() {
        super(ModelSite.class, ModelSite::start);
    }
}
