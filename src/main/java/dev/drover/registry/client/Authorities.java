package dev.drover.registry.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Who may sign for registries: the JVM's own authorities and more. */
final class Authorities {
    private Authorities() {}

    /** All certificates of a PEM file; at least one. */
    static Collection<? extends Certificate> read(Path file)
            throws IOException, CertificateException {
        byte[] text = Files.readAllBytes(file);
        Collection<? extends Certificate> found =
                CertificateFactory.getInstance("X.509")
                        .generateCertificates(new ByteArrayInputStream(text));
        if (found.isEmpty()) {
            throw new CertificateException("no certificate in PEM form");
        }
        return found;
    }

    /** Trusts the JVM's authorities and these. */
    static TrustManager[] withJvms(Collection<Certificate> more)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        List<Certificate> all = new ArrayList<>(jvms());
        all.addAll(more);
        for (Certificate authority : all) {
            store.setCertificateEntry("ca-" + store.size(), authority);
        }
        return factory(store).getTrustManagers();
    }

    private static List<X509Certificate> jvms() throws GeneralSecurityException {
        List<X509Certificate> all = new ArrayList<>();
        for (TrustManager manager : factory(null).getTrustManagers()) {
            if (manager instanceof X509TrustManager trust) {
                all.addAll(List.of(trust.getAcceptedIssuers()));
            }
        }
        return all;
    }

    private static TrustManagerFactory factory(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }
}
