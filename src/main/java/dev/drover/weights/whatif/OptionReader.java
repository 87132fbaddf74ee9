package dev.drover.weights.whatif;

import dev.drover.weights.settings.WeightsConfiguration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the command line of {@link WhatIf}: pairs of a name and a value. */
final class OptionReader {
    private static final int MOST_CLUSTERS = 64;
    private static final Pattern TIME = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(s|m|h)");

    /** Options in the order of the help, with the accepted form of each. */
    static final Map<String, String> ACCEPTED = accepted();

    private final Map<String, String> given = new LinkedHashMap<>();
    private final KeyOverrides keys = new KeyOverrides();

    OptionReader(String... args) {
        for (int i = 0; i < args.length; i += 2) {
            String name = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (!ACCEPTED.containsKey(name)) {
                throw new OptionException(
                        "unknown option %s; accepted: --%s"
                                .formatted(args[i], String.join(", --", ACCEPTED.keySet())));
            }
            if (i + 1 == args.length) {
                throw new OptionException(name, "(no value)", ACCEPTED.get(name));
            }
            if (name.equals("set")) {
                keys.set(args[i + 1]);
            } else {
                given.merge(name, args[i + 1], OptionReader::latest);
            }
        }
    }

    private static Map<String, String> accepted() {
        Map<String, String> accepted = new LinkedHashMap<>();
        accepted.put("capacity", "1 to 64 numbers above 0, such as 3,1");
        accepted.put("load", "a number from 0 to 10, as part of all capacity, such as 0.8");
        accepted.put("foreign", "a number from 0 to 10 for each cluster, such as 0.5,0");
        accepted.put("weights", "an integer from 0 to 100 for each cluster, not all 0: 50,50");
        accepted.put("service", "a time from 1s to 1h, such as 20s");
        accepted.put("slots", "a number from 1 to 100000");
        accepted.put("noise", "a number from 0 to 1, such as 0.03");
        accepted.put("hours", "a number above 0 and at most 48");
        accepted.put("seed", "an integer");
        accepted.put("wave", "part/period, such as 0.2/20m");
        accepted.put("change", "cluster=capacity@time, such as 0=0.5@10m; several after commas");
        accepted.put("fail", "cluster@from-to, such as 1@10m-15m; several after commas");
        accepted.put("blind", "cluster@from-to, such as 0@10m-25m; several after commas");
        accepted.put("api-down", "from-to, such as 10m-20m; several after commas");
        accepted.put("strategy", "balance, headroom, score or health");
        accepted.put("interval", "a time from 1s to 60s");
        accepted.put("set", "key=value of any drover.weights.* key, such as deadband=5");
        accepted.put("csv", "a file to write, one line a second");
        accepted.put("chart", "a file to write, such as run.svg");
        return accepted;
    }

    /** The last one given counts, as with most commands. */
    private static String latest(String before, String now) {
        return now;
    }

    Options options() {
        List<Double> capacity =
                list("capacity", "1,1", value -> number("capacity", value, n -> n > 0));
        if (capacity.size() > MOST_CLUSTERS) {
            throw bad("capacity");
        }
        int n = capacity.size();
        return new Options(
                capacity,
                number("load", text("load", "0.8"), v -> v >= 0 && v <= 10),
                each(n, "foreign", "0", value -> number("foreign", value, v -> v >= 0 && v <= 10)),
                weights(n),
                service(),
                number("slots", text("slots", "400"), v -> v >= 1 && v <= 100_000),
                number("noise", text("noise", "0.03"), v -> v >= 0 && v <= 1),
                number("hours", text("hours", "1"), v -> v > 0 && v <= 48),
                seed(),
                wave(),
                list("change", "", value -> change(value, n)),
                list("fail", "", value -> incident("fail", value, n)),
                list("blind", "", value -> incident("blind", value, n)),
                list("api-down", "", value -> period("api-down", value)),
                configuration(),
                Optional.ofNullable(given.get("csv")),
                Optional.ofNullable(given.get("chart")));
    }

    private WeightsConfiguration configuration() {
        for (String name : List.of("strategy", "interval")) {
            if (given.containsKey(name)) {
                keys.set(name + "=" + given.get(name));
            }
        }
        return keys.configuration();
    }

    private String text(String name, String absent) {
        return given.getOrDefault(name, absent);
    }

    private OptionException bad(String name) {
        return new OptionException(name, given.getOrDefault(name, ""), ACCEPTED.get(name));
    }

    private <T> List<T> list(String name, String absent, Function<String, T> element) {
        String text = text(name, absent);
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(",", -1)).map(String::strip).map(element).toList();
    }

    /** One for each cluster; a single one counts for all. */
    private <T> List<T> each(int n, String name, String absent, Function<String, T> element) {
        List<T> values = list(name, absent, element);
        if (values.size() == 1) {
            return Collections.nCopies(n, values.get(0));
        }
        if (values.size() != n) {
            throw bad(name);
        }
        return values;
    }

    private double number(String name, String text, DoublePredicate allowed) {
        try {
            double value = Double.parseDouble(text);
            if (allowed.test(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new OptionException(name, text, ACCEPTED.get(name));
    }

    private List<Integer> weights(int n) {
        if (!given.containsKey("weights")) {
            return equal(n);
        }
        List<Integer> weights =
                list(
                        "weights",
                        "",
                        value ->
                                (int)
                                        number(
                                                "weights",
                                                value,
                                                v -> v >= 0 && v <= 100 && v == Math.rint(v)));
        if (weights.size() != n || weights.stream().allMatch(weight -> weight == 0)) {
            throw bad("weights");
        }
        return weights;
    }

    /** Equal weights with the sum 100, the first ones one more where that does not divide. */
    private static List<Integer> equal(int n) {
        List<Integer> weights = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            weights.add(100 / n + (i < 100 % n ? 1 : 0));
        }
        return weights;
    }

    private double service() {
        String text = text("service", "20s");
        int seconds = time("service", text);
        if (seconds < 1 || seconds > 3600) {
            throw bad("service");
        }
        return seconds;
    }

    private long seed() {
        try {
            return Long.parseLong(text("seed", "1"));
        } catch (NumberFormatException e) {
            throw bad("seed");
        }
    }

    private Wave wave() {
        if (!given.containsKey("wave")) {
            return Wave.NONE;
        }
        String[] parts = given.get("wave").split("/", -1);
        if (parts.length != 2) {
            throw bad("wave");
        }
        int seconds = time("wave", parts[1]);
        if (seconds < 1) {
            throw bad("wave");
        }
        return new Wave(number("wave", parts[0], v -> v >= 0 && v <= 1), seconds);
    }

    private Change change(String text, int n) {
        String[] parts = text.split("[=@]", -1);
        if (parts.length != 3) {
            throw new OptionException("change", text, ACCEPTED.get("change"));
        }
        return new Change(
                cluster("change", parts[0], n),
                number("change", parts[1], v -> v > 0),
                time("change", parts[2]));
    }

    private Incident incident(String name, String text, int n) {
        String[] parts = text.split("@", -1);
        if (parts.length != 2) {
            throw new OptionException(name, text, ACCEPTED.get(name));
        }
        return new Incident(cluster(name, parts[0], n), period(name, parts[1]));
    }

    private Period period(String name, String text) {
        String[] parts = text.split("-", -1);
        if (parts.length == 2) {
            Period period = new Period(time(name, parts[0]), time(name, parts[1]));
            if (period.from() < period.to()) {
                return period;
            }
        }
        throw new OptionException(name, text, ACCEPTED.get(name));
    }

    private int cluster(String name, String text, int n) {
        double number = number(name, text, v -> v >= 0 && v == Math.rint(v));
        if (number >= n) {
            throw new OptionException(
                    "--%s %s: there is no such cluster; accepted: 0 to %d"
                            .formatted(name, text, n - 1));
        }
        return (int) number;
    }

    private static int time(String name, String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new OptionException(name, text, ACCEPTED.get(name));
        }
        double unit =
                switch (time.group(2)) {
                    case "h" -> 3600;
                    case "m" -> 60;
                    default -> 1;
                };
        return (int) Math.round(Double.parseDouble(time.group(1)) * unit);
    }
}
