package dev.drover.basemodels.extractor;

import dev.drover.basemodels.metadata.FailureCode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command line.
 *
 * @param modelPath where the model is mounted
 * @param uri the model's {@code pvc://} URI, for hints; the model path when not given
 * @param weightsTimeout after it the number of parameters is estimated
 */
record Options(Path modelPath, String uri, Path terminationLog, Duration weightsTimeout) {
    private static final String USAGE =
            "accepted: --model-path DIR [--uri URI] [--fingerprint TEXT] [--termination-log FILE]"
                    + " [--weights-timeout 120s]";

    private static final Set<String> NAMES =
            Set.of(
                    "--model-path",
                    "--uri",
                    "--fingerprint",
                    "--termination-log",
                    "--weights-timeout");

    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m)");

    private static final String TERMINATION_LOG = "/dev/termination-log";

    /** Options by name, as {@code --name value} or {@code --name=value}; unknown ones included. */
    static Map<String, String> read(List<String> arguments) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int sign = argument.indexOf('=');
            if (argument.startsWith("--") && sign > 0) {
                options.put(argument.substring(0, sign), argument.substring(sign + 1));
            } else if (NAMES.contains(argument) && i + 1 < arguments.size()) {
                options.put(argument, arguments.get(++i));
            } else {
                options.put(argument, "");
            }
        }
        return options;
    }

    /** Echoed in the result, also when another option is wrong. */
    static String fingerprint(Map<String, String> options) {
        return options.getOrDefault("--fingerprint", "");
    }

    /** The termination log, also when another option is wrong. */
    static Path terminationLog(Map<String, String> options) {
        try {
            return Path.of(options.getOrDefault("--termination-log", TERMINATION_LOG));
        } catch (InvalidPathException wrong) {
            return Path.of(TERMINATION_LOG);
        }
    }

    static Options of(Map<String, String> options) throws Refusal {
        for (String name : options.keySet()) {
            if (!NAMES.contains(name)) {
                throw wrong("unknown option " + name);
            }
        }
        String path = options.getOrDefault("--model-path", "");
        if (path.isEmpty()) {
            throw wrong("option --model-path is missing");
        }
        try {
            return new Options(
                    Path.of(path),
                    options.getOrDefault("--uri", path),
                    terminationLog(options),
                    duration(options.getOrDefault("--weights-timeout", "120s")));
        } catch (InvalidPathException notAPath) {
            throw wrong("option --model-path is not a path");
        }
    }

    private static Duration duration(String text) throws Refusal {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) {
            throw wrong("option --weights-timeout: " + text + " is not a duration like 120s");
        }
        long amount = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofSeconds(amount);
        };
    }

    private static Refusal wrong(String what) {
        return new Refusal(FailureCode.EXTRACTOR_FAILED, what, USAGE);
    }
}
