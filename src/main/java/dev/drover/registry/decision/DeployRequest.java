package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import java.util.List;
import java.util.Optional;

/**
 * A record that says whether there should be a workload (spec registry 11), as walks have seen it.
 *
 * @param known the record, and in which registry
 * @param service of that registry, if it has one
 * @param withdrawn two complete walks, far enough apart, have seen it UNDEPLOYED
 * @param template what workloads are made from; empty object without one
 * @param rivals other records, in words, that ask for a workload of the same name
 */
public record DeployRequest(
        KnownRecord known,
        Optional<ObjectKey> service,
        boolean withdrawn,
        ObjectNode template,
        List<String> rivals) {
    public DeployRequest {
        rivals = List.copyOf(rivals);
    }

    /** The same beside others. */
    public DeployRequest beside(List<String> others) {
        return new DeployRequest(known, service, withdrawn, template, others);
    }

    String registry() {
        return known.registry();
    }

    String id() {
        return known.record().id();
    }

    /** For people. */
    public String words() {
        return "record %s of %s".formatted(id(), registry());
    }

    /** Value of the annotation of workloads that were made of it. */
    public String origin() {
        return registry() + "/" + id();
    }
}
