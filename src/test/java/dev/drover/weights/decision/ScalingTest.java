package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worked example 3 and the bounds of the rule; {@code u} marks an unmanaged ref. */
class ScalingTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "small weights are multiplied,                   3 1,          75 25",
        "large ones are divided,                         70 50,        58 42",
        "an unmanaged ref is scaled along,               100 100 100u, 50 50 50",
        "and kept at 1 at least,                         100 100 1u,   50 49 1",
        "cloud refs count for the sum,                   1 1 1u,       34 33 33",
        "a sum that is fine is left alone,               20 20 60u,    20 20 60",
        "one managed ref has nobody to share with,       1 1u,         1 1",
        "drained refs stay drained,                      1 0 1,        50 0 50",
        "exactly half of the aim is enough,              25 25,        25 25",
        "one less is not,                                25 24,        51 49",
        "many refs need finer weights than 100 allows,   1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"
                + " 1 1 1 1 1 1 1 1 1, 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4",
        "nothing to scale,                               0 0,          0 0",
    })
    void scalesWhatIntegersCannotExpress(String because, String baseline, String scaled) {
        String[] refs = baseline.split(" ", -1);
        boolean[] managed = new boolean[refs.length];
        int[] weights = new int[refs.length];
        for (int i = 0; i < refs.length; i++) {
            managed[i] = !refs[i].endsWith("u");
            weights[i] = Integer.parseInt(refs[i].replace("u", ""));
        }
        int[] expected = Arrays.stream(scaled.split(" ")).mapToInt(Integer::parseInt).toArray();

        assertThat(Scaling.scale(weights, managed)).containsExactly(expected);
    }
}
