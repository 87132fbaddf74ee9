package dev.drover.registry.mapping;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names of records, environments and history entries (spec registry 6.1, 6.4). */
public final class Names {
    /** The registry stores 255; a history entry adds up to 30 to a record's name (Q10). */
    private static final int RECORD = 200;

    private static final int ENVIRONMENT = 240;
    private static final int KEPT = 231;

    private Names() {}

    /** {@code <name>/<uid>}; the workload's name gives way when it is too long. */
    public static String record(String workload, String uid) {
        return fit(workload, "/" + uid);
    }

    /** {@code <name>/<uid>/<model id>}, for when another model's record holds the first. */
    public static String record(String workload, String uid, String model) {
        return fit(workload, "/" + uid + "/" + model);
    }

    private static String fit(String workload, String rest) {
        int room = Math.max(0, RECORD - rest.length());
        return workload.substring(0, Math.min(workload.length(), room)) + rest;
    }

    /** The template with its placeholders filled; a long one ends in a hash of the whole. */
    public static String environment(String template, String namespace, String cluster) {
        String full = template.replace("{namespace}", namespace).replace("{cluster}", cluster);
        return full.length() <= ENVIRONMENT ? full : full.substring(0, KEPT) + "-" + hash(full);
    }

    /** {@code <record name>/v<version id>/<state>}. */
    public static String serve(String record, String version, String state) {
        return record + "/v" + version + "/" + state;
    }

    private static String hash(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
