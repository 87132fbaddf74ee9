package dev.drover.basemodels.settings;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of a resource as Kubernetes writes it, above zero: {@code 100m}, {@code 256Mi}, {@code
 * 0.5}. Ordered by amount, equal by text: what a user wrote is what the Job carries.
 *
 * @param text as written
 * @param amount in cores or bytes
 */
public record Quantity(String text, BigDecimal amount) implements Comparable<Quantity> {
    private static final Pattern FORM =
            Pattern.compile(
                    "(\\d{1,15}(?:\\.\\d{1,9})?)(?:(m|k|Ki|M|Mi|G|Gi|T|Ti)|[eE](\\d{1,2}))?");
    private static final Map<String, BigDecimal> SUFFIXES =
            Map.of(
                    "m", new BigDecimal("0.001"),
                    "k", BigDecimal.valueOf(1_000L),
                    "M", BigDecimal.valueOf(1_000_000L),
                    "G", BigDecimal.valueOf(1_000_000_000L),
                    "T", BigDecimal.valueOf(1_000_000_000_000L),
                    "Ki", BigDecimal.valueOf(1L << 10),
                    "Mi", BigDecimal.valueOf(1L << 20),
                    "Gi", BigDecimal.valueOf(1L << 30),
                    "Ti", BigDecimal.valueOf(1L << 40));

    /**
     * @throws IllegalArgumentException for what is no quantity, or not above zero
     */
    public static Quantity parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("is not a quantity");
        }
        BigDecimal amount = new BigDecimal(form.group(1));
        if (form.group(2) != null) {
            amount = amount.multiply(SUFFIXES.get(form.group(2)));
        } else if (form.group(3) != null) {
            amount = amount.scaleByPowerOfTen(Integer.parseInt(form.group(3)));
        }
        if (amount.signum() <= 0) {
            throw new IllegalArgumentException("is not above zero");
        }
        return new Quantity(text, amount);
    }

    @Override
    public int compareTo(Quantity other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public String toString() {
        return text;
    }
}
