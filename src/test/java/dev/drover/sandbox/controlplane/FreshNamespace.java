package dev.drover.sandbox.controlplane;

/** A namespace that no other test uses. */
public record FreshNamespace(String name) {
    @Override
    public String toString() {
        return name;
    }
}
