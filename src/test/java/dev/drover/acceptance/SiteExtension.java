package dev.drover.acceptance;

/** Hands out the one {@link Site}. */
final class SiteExtension extends SharedClusterExtension<Site> {
    SiteExtension() {
        super(Site.class, Site::start);
    }
}
