package dev.drover.registry.client;

/**
 * An answer that counts against the registry: too much load, a failure of its own, or something
 * that is no answer of a registry.
 */
final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient RegistryReply reply;

    Unusable(RegistryReply reply) {
        super(reply.status() + " " + reply.detail());
        this.reply = reply;
    }

    RegistryReply reply() {
        return reply;
    }
}
