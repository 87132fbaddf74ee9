package dev.drover.sandbox.omeagent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names that the agent chooses. */
final class AgentConfigMap {
    static final String LAST_ERROR = "models.ome/pvc-metadata-last-error";

    private static final int MAX_KEY = 253;
    private static final int HASH_DIGITS = 8;

    private AgentConfigMap() {}

    static String name(AgentCommand command) {
        String source =
                command.clusterScoped()
                        ? command.model()
                        : command.namespace() + "/" + command.model();
        return "pvc-metadata-" + hash(source);
    }

    /** Keys that would be too long are cut, and told apart by a hash. */
    static String key(AgentCommand command) {
        String key =
                command.clusterScoped()
                        ? "clusterbasemodel." + command.model()
                        : command.namespace() + ".basemodel." + command.model();
        return key.length() <= MAX_KEY
                ? key
                : key.substring(0, MAX_KEY - HASH_DIGITS - 1) + "-" + hash(key);
    }

    /** A name as the value of a label: at most 63 characters. */
    static String label(String model) {
        return model.length() <= 63 ? model : model.substring(0, 54) + "-" + hash(model);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
