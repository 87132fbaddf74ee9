package dev.drover.weights;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Somebody else changed the weights. Who it was is not in the cache, so the line is made by whoever
 * reads it from {@code managedFields}.
 *
 * @param weights the list as it stands, in order
 */
public record Edit(List<Integer> weights) {
    public Edit {
        weights = List.copyOf(weights);
    }

    /** The INFO line; {@code editor} is a field manager, or {@code somebody} when not known. */
    public String line(String editor) {
        return "Weights edited by "
                + editor
                + ": "
                + weights.stream().map(String::valueOf).collect(Collectors.joining("/"))
                + ", taken as baseline";
    }
}
