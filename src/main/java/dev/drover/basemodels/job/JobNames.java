package dev.drover.basemodels.job;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names that are made of other names. A retry always has a fresh Job name: a name that is deleted
 * and created again at once may never start a Pod (kubernetes #131917).
 */
public final class JobNames {
    private static final int LABEL = 63;
    private static final int CUT = 43;
    private static final int LABEL_CUT = 52;
    private static final int DIGITS = 10;
    private static final Pattern LEGAL =
            Pattern.compile("[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?");

    /** As OME's own backend names its Jobs. */
    private static final Pattern FOREIGN = Pattern.compile(".*-metadata-[0-9a-f]{8}");

    private JobNames() {}

    /** Name of the Job, at most 63 characters. */
    public static String job(String modelName, Fingerprint fingerprint, int attempt) {
        String legal = modelName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-");
        String cut = trimmed(legal.substring(0, Math.min(CUT, legal.length())));
        return (cut.isEmpty() ? "model" : cut)
                + "-metadata-"
                + Sha256.hex(fingerprint.value() + "/" + attempt, DIGITS);
    }

    /** The name as a label value: itself where that is legal. */
    public static String label(String name) {
        if (name.length() <= LABEL && LEGAL.matcher(name).matches()) {
            return name;
        }
        String cut = name.substring(0, Math.min(LABEL_CUT, name.length()));
        return cut.replaceAll("[^A-Za-z0-9]+$", "") + "-" + Sha256.hex(name, DIGITS);
    }

    /** True for the name of a Job as OME's own backend makes them. */
    public static boolean foreign(String jobName) {
        return FOREIGN.matcher(jobName).matches();
    }

    private static String trimmed(String name) {
        return name.replaceAll("^-+|-+$", "");
    }
}
