package dev.drover.status.page;

import dev.drover.config.Configuration;
import dev.drover.config.DroverKeys;
import dev.drover.status.PortTaken;
import java.net.InetSocketAddress;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Camel properties of the status page's port, and whether it is served at all. */
public final class StatusPort {
    private static final String SERVED = "drover.status.served";

    private static final Logger LOG = LoggerFactory.getLogger(StatusPort.class);

    private StatusPort() {}

    /**
     * Whether the page is to be served. A port that somebody chose must be free. Of the default one
     * that is taken only a warning is written: two processes on one host must both work, and what
     * they do matters more than their pages.
     *
     * @throws PortTaken when the port was set and is taken
     */
    public static boolean served(Configuration configuration) {
        if (!configuration.get(DroverKeys.STATUS_ENABLED)) {
            return false;
        }
        String key = DroverKeys.STATUS_PORT.name();
        try {
            PortTaken.check(
                    key,
                    new InetSocketAddress(
                            configuration.get(DroverKeys.STATUS_BIND),
                            configuration.get(DroverKeys.STATUS_PORT)));
            return true;
        } catch (PortTaken e) {
            boolean chosen =
                    configuration.effective().stream()
                            .anyMatch(
                                    it -> it.name().equals(key) && !it.source().equals("default"));
            if (chosen) {
                throw e;
            }
            LOG.warn("The status page is not served: {}", e.getMessage());
            return false;
        }
    }

    /** Nothing listens, and the route of the page is not loaded. */
    public static Properties closed() {
        Properties properties = new Properties();
        properties.setProperty(SERVED, "false");
        properties.setProperty("camel.server.enabled", "false");
        return properties;
    }

    /**
     * @param bind an address of this host
     */
    public static Properties open(String bind, int port) {
        Properties properties = new Properties();
        properties.setProperty(SERVED, "true");
        properties.setProperty("camel.server.enabled", "true");
        properties.setProperty("camel.server.host", bind);
        properties.setProperty("camel.server.port", Integer.toString(port));
        return properties;
    }
}
