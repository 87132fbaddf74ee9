package dev.drover.weights.metrics.vllm;

import dev.drover.weights.metrics.Families;
import dev.drover.weights.metrics.MetricName;
import dev.drover.weights.metrics.Page;
import dev.drover.weights.metrics.PageReading;
import dev.drover.weights.metrics.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names on the pages of engines: vLLM of all generations, and what resembles it. Of each list the
 * first name with a usable sample of the model wins (spec weights 4.1).
 */
public final class EngineVocabulary implements Vocabulary {
    /** In front of the names of both latency histograms. */
    private static final List<String> ENGINES = List.of("vllm:", "sglang:", "trtllm_");

    private static final String END_TO_END = "e2e_request_latency_seconds";
    private static final String FIRST_TOKEN = "time_to_first_token_seconds";

    private final List<MetricName> kv;
    private final List<MetricName> running;
    private final List<MetricName> waiting;
    private final List<MetricName> progress;
    private final Families families;
    private final List<List<Use>> uses; // by family

    /**
     * @param progress counters that move while the engine works
     */
    public EngineVocabulary(
            List<MetricName> kv,
            List<MetricName> running,
            List<MetricName> waiting,
            List<MetricName> progress) {
        this.kv = List.copyOf(kv);
        this.running = List.copyOf(running);
        this.waiting = List.copyOf(waiting);
        this.progress = List.copyOf(progress);
        families = Families.of(names());
        uses = new ArrayList<>();
        for (int family = 0; family < families.size(); family++) {
            uses.add(new ArrayList<>());
        }
        use(this.kv, Figure.KV);
        use(this.running, Figure.RUNNING);
        use(this.waiting, Figure.WAITING);
        use(this.progress, Figure.PROGRESS);
        use(histogram(END_TO_END, "_bucket"), Figure.END_TO_END_BUCKET);
        use(histogram(END_TO_END, "_sum"), Figure.END_TO_END_SUM);
        use(histogram(END_TO_END, "_count"), Figure.END_TO_END_COUNT);
        use(histogram(FIRST_TOKEN, "_bucket"), Figure.FIRST_TOKEN_BUCKET);
        use(histogram(FIRST_TOKEN, "_sum"), Figure.FIRST_TOKEN_SUM);
        use(histogram(FIRST_TOKEN, "_count"), Figure.FIRST_TOKEN_COUNT);
    }

    @Override
    public Families families() {
        return families;
    }

    @Override
    public PageReading reading() {
        return new EnginePage(this);
    }

    /** What the series of a family may be good for. */
    List<Use> uses(int family) {
        return uses.get(family);
    }

    boolean processStart(int family) {
        return families.name(family).equals(Page.PROCESS_START);
    }

    /**
     * One meaning of a family.
     *
     * @param rank place in the list of names for the figure; the lowest with a sample wins
     */
    record Use(Figure figure, int rank, MetricName name) {}

    private void use(List<MetricName> names, Figure figure) {
        for (int rank = 0; rank < names.size(); rank++) {
            MetricName name = names.get(rank);
            uses.get(families.id(name.family())).add(new Use(figure, rank, name));
        }
    }

    private static List<MetricName> histogram(String name, String part) {
        return ENGINES.stream()
                .map(engine -> new MetricName(engine + name + part, "", ""))
                .toList();
    }

    private List<String> names() {
        Stream<String> gauges =
                Stream.of(kv, running, waiting, progress)
                        .flatMap(List::stream)
                        .map(MetricName::family);
        Stream<String> histograms =
                Stream.of(END_TO_END, FIRST_TOKEN)
                        .flatMap(
                                name ->
                                        Stream.of("_bucket", "_sum", "_count")
                                                .flatMap(part -> histogram(name, part).stream()))
                        .map(MetricName::family);
        return Stream.of(gauges, histograms, Stream.of(Page.PROCESS_START))
                .flatMap(names -> names)
                .toList();
    }
}
