package dev.drover.leadership;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

/**
 * The name under which a process holds Leases: {@code <POD_NAME>_<first 8 of POD_UID>}. A container
 * that restarts in the same pod has the same one and so takes its Lease back at once; a pod that
 * merely has the same name has not.
 */
public final class LeaseIdentity {
    private static final int UID_LENGTH = 8;

    private LeaseIdentity() {}

    /**
     * Reads {@code POD_NAME} and {@code POD_UID}; without the first the host name, without the
     * second eight random hexadecimal digits.
     */
    public static String of(Map<String, String> environment) {
        String name = environment.getOrDefault("POD_NAME", "");
        String uid = environment.getOrDefault("POD_UID", "");
        return (name.isBlank() ? hostName(environment) : name.strip())
                + "_"
                + (uid.isBlank() ? random() : head(uid.strip()));
    }

    private static String head(String uid) {
        return uid.length() <= UID_LENGTH ? uid : uid.substring(0, UID_LENGTH);
    }

    private static String hostName(Map<String, String> environment) {
        String name = environment.getOrDefault("HOSTNAME", "");
        if (!name.isBlank()) {
            return name.strip();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost"; // the random part still tells processes apart
        }
    }

    private static String random() {
        byte[] bytes = new byte[UID_LENGTH / 2];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
