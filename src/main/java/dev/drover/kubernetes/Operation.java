package dev.drover.kubernetes;

/** What the producer does. */
public enum Operation {
    /** Asks the consumers of the resource for a pass over the keys in the body. */
    enqueue,
    /** Reads one object. */
    get,
    /** Reads many objects. */
    list,
    /** Creates the object in the body. */
    create,
    /** Applies the RFC 6902 patch in the body. */
    jsonPatch,
    /** Applies the RFC 7386 patch in the body. */
    mergePatch,
    /** Deletes the object. */
    delete
}
