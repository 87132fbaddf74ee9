package dev.drover.basemodels.extractor;

import java.util.List;
import java.util.Set;

/** Tensors that belong to the quantisation and hold no parameters. */
final class ScaleTensors {
    private static final Set<String> NAMES = Set.of("scales", "zeros", "qzeros", "g_idx");

    private static final List<String> ENDINGS =
            List.of(
                    "_scale",
                    "_scale_2",
                    "_scales",
                    "_scale_inv",
                    "_zero_point",
                    "kv_cache_scaling_factor");

    private ScaleTensors() {}

    /** Judged by the part after the last dot. */
    static boolean contains(String tensor) {
        String last = tensor.substring(tensor.lastIndexOf('.') + 1);
        if (NAMES.contains(last)) {
            return true;
        }
        for (String ending : ENDINGS) {
            if (last.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }
}
