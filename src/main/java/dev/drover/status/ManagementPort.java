package dev.drover.status;

import java.nio.file.Path;
import java.util.Properties;

/**
 * The Camel properties of the management port: health, metrics, build; and Jolokia only when asked
 * for, behind basic authentication and {@code jolokia-access.xml} of the class path.
 */
public final class ManagementPort {
    private ManagementPort() {}

    /**
     * @param users {@code user.NAME=PASSWORD,role} lines; camel-main fails to start when it is
     *     needed and missing
     */
    public static Properties properties(int port, boolean jolokia, Path users) {
        Properties properties = new Properties();
        properties.setProperty("camel.management.enabled", "true");
        properties.setProperty("camel.management.port", Integer.toString(port));
        properties.setProperty("camel.management.healthCheckEnabled", "true");
        properties.setProperty("camel.management.infoEnabled", "true");
        properties.setProperty("camel.management.metricsEnabled", "true");
        properties.setProperty("camel.management.jolokiaEnabled", Boolean.toString(jolokia));
        properties.setProperty("camel.management.sendEnabled", "false");
        properties.setProperty("camel.management.uploadEnabled", "false");
        properties.setProperty("camel.management.downloadEnabled", "false");
        properties.setProperty("camel.management.devConsoleEnabled", "false");
        properties.setProperty("camel.main.jmxUpdateRouteEnabled", "false");
        properties.setProperty("camel.health.exposureLevel", "full");
        properties.setProperty("camel.health.routesEnabled", "false");
        properties.setProperty("camel.health.consumersEnabled", "false");
        if (jolokia) {
            properties.setProperty("camel.management.authenticationEnabled", "true");
            properties.setProperty("camel.management.authenticationPath", "/observe/jolokia/*");
            properties.setProperty("camel.management.basicPropertiesFile", users.toString());
        }
        return properties;
    }
}
