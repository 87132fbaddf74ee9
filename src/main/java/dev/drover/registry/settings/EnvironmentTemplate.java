package dev.drover.registry.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** How the serving environment of a namespace is called. */
public record EnvironmentTemplate(String text) {
    private static final Pattern FORM =
            Pattern.compile("(?:[a-z0-9.-]|\\{namespace\\}|\\{cluster\\})+");
    private static final int LONGEST = 240;
    private static final int KEPT = 231;

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException when the namespace does not stand in it, or something that
     *     may not
     */
    public static EnvironmentTemplate parse(String text) {
        if (!text.contains("{namespace}")) {
            throw new IllegalArgumentException("does not contain {namespace}");
        }
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("holds something that is not allowed");
        }
        return new EnvironmentTemplate(text);
    }

    /** Whether a name cannot be made without the cluster's identity. */
    public boolean needsCluster() {
        return text.contains("{cluster}");
    }

    /**
     * Name of the namespace's environment; a name over 240 characters is cut and ends with eight
     * digits that tell it from others cut alike.
     */
    public String name(String namespace, String cluster) {
        String name = text.replace("{namespace}", namespace).replace("{cluster}", cluster);
        return name.length() <= LONGEST ? name : name.substring(0, KEPT) + "-" + digest(name);
    }

    private static String digest(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
