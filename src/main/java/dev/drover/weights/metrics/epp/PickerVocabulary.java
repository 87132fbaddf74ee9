package dev.drover.weights.metrics.epp;

import dev.drover.weights.metrics.Families;
import dev.drover.weights.metrics.Page;
import dev.drover.weights.metrics.PageReading;
import dev.drover.weights.metrics.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Names on the pages of endpoint pickers, from the oldest of the Gateway API inference extension to
 * llm-d's (spec weights 4.1). Releases write old and new names side by side with equal counts:
 * exactly one prefix is used, the first with a sample, never a sum.
 */
public final class PickerVocabulary implements Vocabulary {
    private static final List<String> POOL_PREFIXES =
            List.of("llm_d_epp_", "llm_d_router_epp_", "inference_pool_");
    private static final List<String> REQUEST_PREFIXES =
            List.of("llm_d_epp_", "llm_d_router_epp_", "inference_objective_", "inference_model_");
    private static final String OLDEST_READY = "inference_pool_ready_pods";

    private final List<Use> uses = new ArrayList<>();
    private final Families families;

    /** The only one: nothing of it can be configured. */
    public PickerVocabulary() {
        for (int rank = 0; rank < POOL_PREFIXES.size(); rank++) {
            String prefix = POOL_PREFIXES.get(rank);
            use(prefix + "average_kv_cache_utilization", Figure.KV, rank);
            use(prefix + "average_queue_size", Figure.QUEUE, rank);
            use(prefix + "average_running_requests", Figure.RUNNING, rank);
            String ready = prefix + "ready_endpoints";
            use(prefix.equals("inference_pool_") ? OLDEST_READY : ready, Figure.READY, rank);
        }
        for (int rank = 0; rank < REQUEST_PREFIXES.size(); rank++) {
            String prefix = REQUEST_PREFIXES.get(rank);
            use(prefix + "request_duration_seconds_bucket", Figure.DURATION_BUCKET, rank);
            use(prefix + "request_duration_seconds_sum", Figure.DURATION_SUM, rank);
            use(prefix + "request_duration_seconds_count", Figure.DURATION_COUNT, rank);
            use(prefix + "request_ttft_seconds_bucket", Figure.FIRST_TOKEN_BUCKET, rank);
            use(prefix + "request_ttft_seconds_sum", Figure.FIRST_TOKEN_SUM, rank);
            use(prefix + "request_ttft_seconds_count", Figure.FIRST_TOKEN_COUNT, rank);
            use(prefix + "request_total", Figure.REQUESTS, rank);
            use(prefix + "request_error_total", Figure.ERRORS, rank);
        }
        List<String> names = new ArrayList<>(uses.stream().map(Use::name).toList());
        names.add(Page.PROCESS_START);
        families = Families.of(names);
    }

    @Override
    public Families families() {
        return families;
    }

    @Override
    public PageReading reading() {
        return new PickerPage(this);
    }

    /** What a series of the family is; empty for the start of the process. */
    Optional<Use> use(int family) {
        return family < uses.size() ? Optional.of(uses.get(family)) : Optional.empty();
    }

    /**
     * The meaning of a family.
     *
     * @param rank place of its prefix; the lowest with a sample wins
     */
    record Use(String name, Figure figure, int rank) {}

    private void use(String name, Figure figure, int rank) {
        uses.add(new Use(name, figure, rank));
    }
}
