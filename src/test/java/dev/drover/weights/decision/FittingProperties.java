package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;

class FittingProperties {
    @Property(tries = 500)
    void theSumIsMetWhereverTheBoundsAllow(
            @ForAll @Size(min = 1, max = 64) double[] x,
            @ForAll @DoubleRange(min = 0, max = 1) double position) {
        double[] magnitudes = Arrays.stream(x).map(Math::abs).map(v -> Math.min(v, 1e12)).toArray();
        int n = x.length;
        double total = n * 3 + position * n * 97;

        double[] fitted = Fitting.fit(magnitudes, total, 3, 100);

        assertThat(Arrays.stream(fitted).sum()).isCloseTo(total, within(1e-6));
        assertThat(Arrays.stream(fitted).boxed()).allMatch(v -> v >= 3 && v <= 100);
    }
}
