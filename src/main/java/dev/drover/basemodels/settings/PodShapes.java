package dev.drover.basemodels.settings;

import dev.drover.basemodels.settings.JsonShape.Fields;
import dev.drover.basemodels.settings.JsonShape.Many;
import dev.drover.basemodels.settings.JsonShape.Named;
import java.util.Map;
import java.util.Set;

/** Tolerations and affinity as {@code core/v1} has them. */
final class PodShapes {
    private static final JsonShape TEXT = JsonShape.text();

    static final JsonShape TOLERATIONS =
            new Many(
                    new Fields(
                            Map.of(
                                    "key", TEXT,
                                    "operator", JsonShape.word("Exists", "Equal", "Lt", "Gt"),
                                    "value", TEXT,
                                    "effect",
                                            JsonShape.word(
                                                    "NoSchedule", "PreferNoSchedule", "NoExecute"),
                                    "tolerationSeconds",
                                            JsonShape.integer(Long.MIN_VALUE, Long.MAX_VALUE)),
                            Set.of()));

    private static final JsonShape NODE_REQUIREMENT =
            new Fields(
                    Map.of(
                            "key",
                            TEXT,
                            "operator",
                            JsonShape.word("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"),
                            "values",
                            new Many(TEXT)),
                    Set.of("key", "operator"));

    private static final JsonShape NODE_TERM =
            new Fields(
                    Map.of(
                            "matchExpressions", new Many(NODE_REQUIREMENT),
                            "matchFields", new Many(NODE_REQUIREMENT)),
                    Set.of());

    private static final JsonShape NODE_AFFINITY =
            new Fields(
                    Map.of(
                            "requiredDuringSchedulingIgnoredDuringExecution",
                                    new Fields(
                                            Map.of("nodeSelectorTerms", new Many(NODE_TERM)),
                                            Set.of("nodeSelectorTerms")),
                            "preferredDuringSchedulingIgnoredDuringExecution",
                                    new Many(weighted("preference", NODE_TERM))),
                    Set.of());

    private static final JsonShape LABEL_SELECTOR =
            new Fields(
                    Map.of(
                            "matchLabels", new Named(TEXT),
                            "matchExpressions",
                                    new Many(
                                            new Fields(
                                                    Map.of(
                                                            "key",
                                                            TEXT,
                                                            "operator",
                                                            JsonShape.word(
                                                                    "In",
                                                                    "NotIn",
                                                                    "Exists",
                                                                    "DoesNotExist"),
                                                            "values",
                                                            new Many(TEXT)),
                                                    Set.of("key", "operator")))),
                    Set.of());

    private static final JsonShape POD_TERM =
            new Fields(
                    Map.of(
                            "labelSelector",
                            LABEL_SELECTOR,
                            "namespaces",
                            new Many(TEXT),
                            "topologyKey",
                            TEXT,
                            "namespaceSelector",
                            LABEL_SELECTOR,
                            "matchLabelKeys",
                            new Many(TEXT),
                            "mismatchLabelKeys",
                            new Many(TEXT)),
                    Set.of("topologyKey"));

    private static final JsonShape POD_AFFINITY =
            new Fields(
                    Map.of(
                            "requiredDuringSchedulingIgnoredDuringExecution", new Many(POD_TERM),
                            "preferredDuringSchedulingIgnoredDuringExecution",
                                    new Many(weighted("podAffinityTerm", POD_TERM))),
                    Set.of());

    static final JsonShape AFFINITY =
            new Fields(
                    Map.of(
                            "nodeAffinity", NODE_AFFINITY,
                            "podAffinity", POD_AFFINITY,
                            "podAntiAffinity", POD_AFFINITY),
                    Set.of());

    private PodShapes() {}

    private static JsonShape weighted(String name, JsonShape term) {
        return new Fields(
                Map.of("weight", JsonShape.integer(1, 100), name, term), Set.of("weight", name));
    }
}
