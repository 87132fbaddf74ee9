package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FittingTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "in proportion,                      1 3,     100, 0,  100, 25 75",
        "the floor is taken from the others, 1 1 98,  100, 3,  100, 3 3 94",
        "the cap is given to the others,     90 5 5,  120, 3,  100, 100 10 10",
        "zeros get equal parts,              0 0,     100, 3,  100, 50 50",
        "too little for the floor: all lo,   1 3,     5,   3,  100, 3 3",
        "too much for the cap: all hi,       1 3,     250, 3,  100, 100 100",
    })
    void fitsWithinBounds(
            String because, String x, double total, double lo, double hi, String expected) {
        double[] fitted = Fitting.fit(numbers(x), total, lo, hi);

        assertThat(fitted).containsExactly(numbers(expected), within(1e-6));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "33.333333333 33.333333333 33.333333334, 33 33 34",
        "33.3333333333 33.3333333333 33.3333333334, 34 33 33",
        "5.882352941 94.117647059, 6 94",
        "49.75 49.75 1, 50 49 1",
        "2.9999999999 97.0000000001, 3 97",
    })
    void roundsByLargestRemainderAndTiesToTheFirst(String y, String expected) {
        assertThat(Arrays.stream(Integers.round(numbers(y))).asDoubleStream().toArray())
                .containsExactly(numbers(expected));
    }

    /** Worked example 11. */
    @Test
    void equalPartsOfAHundred() {
        assertThat(Integers.round(Fitting.fit(new double[] {1, 1, 1}, 100, 3, 100)))
                .containsExactly(34, 33, 33);
        assertThat(Integers.round(Fitting.fit(new double[] {1, 1, 1, 97}, 100, 3, 100)))
                .containsExactly(3, 3, 3, 91);
    }

    /** Worked example 11. */
    @ParameterizedTest(name = "W {0} over {1} refs: floor {2}")
    @CsvSource({"100,2,3", "100,25,2", "50,3,3", "20,4,2", "5,2,1", "1,2,0"})
    void theFloorLeavesHalfMovable(int total, int eligible, int floor) {
        assertThat(Situation.floor(total, eligible, 3)).isEqualTo(floor);
    }

    private static double[] numbers(String blankSeparated) {
        return Arrays.stream(blankSeparated.trim().split(" +"))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
