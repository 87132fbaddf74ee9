package dev.drover.sandbox.apiserver;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order in which discovery names versions: v2, v1, v1beta1, v1alpha2, v1alpha1. */
final class VersionOrder {
    static final Comparator<String> NEWEST_FIRST =
            Comparator.comparingLong(VersionOrder::rank)
                    .reversed()
                    .thenComparing(version -> version);

    private static final Pattern VERSION = Pattern.compile("v(\\d+)(?:(alpha|beta)(\\d+))?");
    private static final long STABLE = 2_000_000;
    private static final long BETA = 1_000_000;

    private VersionOrder() {}

    private static long rank(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            return -1;
        }
        long major = Long.parseLong(matcher.group(1)) * 1_000;
        if (matcher.group(2) == null) {
            return STABLE + major;
        }
        long minor = Long.parseLong(matcher.group(3));
        return (matcher.group(2).equals("beta") ? BETA : 0) + major + minor;
    }
}
