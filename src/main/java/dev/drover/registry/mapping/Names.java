package dev.drover.registry.mapping;

/** Names of records and history entries (spec registry 6.1, 6.4). */
public final class Names {
    /** The registry stores 255; a history entry adds up to 30 to a record's name (Q10). */
    private static final int RECORD = 200;

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

    /** {@code <record name>/v<version id>/<state>}. */
    public static String serve(String record, String version, String state) {
        return record + "/v" + version + "/" + state;
    }
}
