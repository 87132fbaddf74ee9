package dev.drover.kubernetes;

/** How a subscriber of an informer learns of an object. */
enum Change {
    /** The object was there when the subscriber, or the informer, came. */
    INITIAL,
    /** The watch reported a new object. */
    ADDED,
    /** The watch reported a new version of the object. */
    MODIFIED,
    /** The object is gone: reported by the watch, or missing from a later list. */
    DELETED,
    /** A later list showed an object or a version that no watch event had reported. */
    RELISTED
}
