package dev.drover.weights.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any bytes, any cut: an outcome, and always the same one. */
class ExpositionReaderProperties {
    private static final List<String> PIECES =
            List.of(
                    "vllm:kv_cache_usage_perc",
                    "vllm_kv_cache_usage_perc",
                    "vllm:num_requests_waiting",
                    "h_bucket",
                    "h_sum",
                    "other",
                    "#",
                    "{",
                    "}",
                    "\"",
                    "\\",
                    "\\\"",
                    "\n",
                    "\n",
                    "\n",
                    "\r\n",
                    " ",
                    "\t",
                    "   ",
                    ",",
                    "=",
                    "a=\"x\"",
                    "b=\"\"",
                    "le=\"0.5\"",
                    "a",
                    "'",
                    "0.42",
                    "1",
                    "NaN",
                    "+Inf",
                    "1e5",
                    ".",
                    "1796039999000",
                    "1796039690000",
                    "\uFEFF",
                    "\u00e9",
                    "\uD83E\uDD99",
                    "\0",
                    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                    "\n{\"h_sum\",a=\"1\"} 3\n",
                    "\n{ ",
                    "\nh_sum 1\n",
                    "\nh_sum{a=\"x\",b=\"y\"} 2\n",
                    "\nh_sum{b=\"y\",a=\"x\"} 3\n");

    @Provide
    Arbitrary<byte[]> page() {
        Arbitrary<byte[]> text =
                Arbitraries.of(PIECES)
                        .list()
                        .ofMaxSize(60)
                        .map(pieces -> Pages.utf8(String.join("", pieces)));
        Arbitrary<byte[]> noise = Arbitraries.bytes().array(byte[].class).ofMaxSize(200);
        return Arbitraries.oneOf(text, text, text, noise);
    }

    @Property(tries = 20_000)
    void cutsDoNotMatter(@ForAll("page") byte[] page, @ForAll long seed, @ForAll boolean framed) {
        Random random = new Random(seed);
        Limits limits =
                new Limits(1 + random.nextInt(400), 1 + random.nextInt(120), 1 + random.nextInt(4));
        int[] cuts = random.ints(random.nextInt(6), 0, page.length + 1).sorted().toArray();
        int[] everywhere = IntStream.rangeClosed(0, page.length).toArray();

        String whole = Pages.read(page, framed, limits);

        assertThat(Pages.read(page, framed, limits, cuts)).isEqualTo(whole);
        assertThat(Pages.read(page, framed, limits, everywhere)).isEqualTo(whole);
    }

    /** Between two lines a cut cannot be seen; what was read then stood on the page. */
    @Property(tries = 100)
    void isTruncatedWhereverAPageEndsWithinALine(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            text.append("vllm:kv_cache_usage_perc{model_name=\"m")
                    .append(random.nextInt(40))
                    .append("\"} 0.")
                    .append(1000 + random.nextInt(9000))
                    .append('\n');
        }
        byte[] page = Pages.utf8(text.toString());
        for (int end = 0; end <= page.length; end++) {
            String cut = Pages.read(Arrays.copyOf(page, end), false, Pages.LIMITS);
            boolean betweenLines = end == 0 || page[end - 1] == '\n';
            assertThat(cut.equals("truncated")).isEqualTo(!betweenLines);
        }
    }
}
