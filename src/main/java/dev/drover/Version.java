package dev.drover;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Which build runs, as Maven wrote it into {@code drover-version.properties}. */
final class Version {
    private static final Properties BUILD = read();

    private Version() {}

    /** For example {@code 0.1.0}. */
    static String current() {
        return BUILD.getProperty("version");
    }

    /** The commit that it was built from; {@code unknown} where the build was not told. */
    static String revision() {
        return BUILD.getProperty("revision");
    }

    private static Properties read() {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("drover-version.properties")) {
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build;
    }
}
