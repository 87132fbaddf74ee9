package dev.drover.routing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;

/**
 * One file {@code <id>.camel.yaml}, as it was read.
 *
 * @param flow the flow that it belongs to; {@code common} or empty when it belongs to all
 * @param location where it was read, as Camel shows it beside the route
 * @param builtIn whether it came with the program
 */
public record RouteFile(String id, String flow, String location, String content, boolean builtIn) {
    static final String SUFFIX = ".camel.yaml";

    /** {@code routes/weights-act.camel.yaml}, as messages call it wherever it was read. */
    public String name() {
        return "routes/" + id + SUFFIX;
    }

    /** First twelve hex digits of the SHA-256 of the content. */
    public String checksum() {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(content.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    Resource resource() {
        return ResourceHelper.fromString(location, content);
    }
}
