package dev.drover.basemodels.extractor;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The number of parameters as people say it: {@code 8.03B} (8.5). The rounding is that of the OME
 * agent, so that both extractors give the same text: in binary, half to even, and 999999 stays
 * {@code 1000.00K}.
 */
final class SizeText {
    private static final long[] UNITS = {1_000_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L};
    private static final String LETTERS = "TBMK";

    private SizeText() {}

    /**
     * @param parameters above 0
     */
    static String of(long parameters) {
        for (int i = 0; i < UNITS.length; i++) {
            if (parameters >= UNITS[i]) {
                double value = (double) parameters / UNITS[i];
                return new BigDecimal(value)
                                .setScale(decimals(value), RoundingMode.HALF_EVEN)
                                .toPlainString()
                        + LETTERS.charAt(i);
            }
        }
        return Long.toString(parameters);
    }

    private static int decimals(double value) {
        if (isWhole(value)) {
            return 0;
        }
        return isWhole(value * 100) ? 1 : 2;
    }

    private static boolean isWhole(double value) {
        return value == Math.rint(value);
    }
}
