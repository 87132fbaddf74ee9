package dev.drover.registry.client;

import dev.drover.http.TlsTrust;
import dev.drover.registry.settings.RegistrySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whom connections to one registry trust: the JVM's authorities, OpenShift's own if they are there,
 * and those of {@code ca-file}; nobody is checked with {@code insecure-tls}. Made again when a file
 * or a setting changed. Thread-safe.
 */
final class RegistryTrust implements Supplier<TlsTrust> {
    /** Put beside the token on OpenShift; signs for Services. */
    static final Path SERVICE_CA =
            Path.of("/var/run/secrets/kubernetes.io/serviceaccount/service-ca.crt");

    private final Supplier<RegistrySettings> settings;
    private final Path serviceCa;
    private volatile Made made;
    private Sources asked; // guarded by this

    /** What a trust was made of. */
    private record Sources(
            boolean insecure, Optional<Path> file, FileStamp own, FileStamp shared) {}

    private record Made(Sources sources, TlsTrust trust) {}

    RegistryTrust(Supplier<RegistrySettings> settings, Path serviceCa) {
        this.settings = settings;
        this.serviceCa = serviceCa;
    }

    /**
     * The trust that is in force now.
     *
     * @throws TrustUnreadable when the file that the configuration names is of no use
     */
    @Override
    public TlsTrust get() {
        Sources now = sources();
        Made known = made;
        if (known != null && known.sources().equals(now)) {
            return known.trust();
        }
        TlsTrust trust = trust(now);
        made = new Made(now, trust);
        return trust;
    }

    /** Whether files or settings are others than when this was last asked. */
    synchronized boolean changed() {
        Sources now = sources();
        Sources before = asked;
        asked = now;
        return before != null && !before.equals(now);
    }

    private Sources sources() {
        RegistrySettings now = settings.get();
        return new Sources(
                now.insecureTls(),
                now.caFile(),
                now.caFile().map(FileStamp::of).orElse(FileStamp.NONE),
                FileStamp.of(serviceCa));
    }

    private TlsTrust trust(Sources sources) {
        List<Certificate> more = new ArrayList<>();
        try {
            if (sources.insecure()) {
                return TlsTrust.everyone(null);
            }
            if (Files.isReadable(serviceCa)) {
                more.addAll(Authorities.read(serviceCa));
            }
            if (sources.file().isPresent()) {
                more.addAll(Authorities.read(sources.file().get()));
            }
            return TlsTrust.of(null, Authorities.withJvms(more), true);
        } catch (IOException | GeneralSecurityException e) {
            throw new TrustUnreadable(sources.file().orElse(serviceCa), e);
        }
    }
}
