package dev.drover.weights.credentials;

import dev.drover.http.TlsTrust;
import dev.drover.kubernetes.ObjectKey;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;

/**
 * What Secrets hold for the connections of one {@link Access}. Null where none is named.
 *
 * @param ca authorities in PEM form
 * @param certificate the client's chain in PEM form
 * @param key of the client's certificate in PEM form
 */
@SuppressWarnings("ArrayRecordComponent") // compared by same()
record TlsMaterial(byte[] ca, byte[] certificate, byte[] key) {
    private static final char[] NO_PASSWORD = new char[0]; // the store never leaves memory

    static TlsMaterial read(Access access, SecretCache secrets) throws NoCredentials {
        ObjectKey ca = new ObjectKey(access.namespace(), access.caSecret());
        ObjectKey client = new ObjectKey(access.namespace(), access.clientSecret());
        boolean authority = !access.caSecret().isEmpty();
        boolean certified = !access.clientSecret().isEmpty();
        return new TlsMaterial(
                authority ? secrets.value(ca, "ca.crt") : null,
                certified ? secrets.value(client, "tls.crt") : null,
                certified ? secrets.value(client, "tls.key") : null);
    }

    boolean same(TlsMaterial other) {
        return Arrays.equals(ca, other.ca)
                && Arrays.equals(certificate, other.certificate)
                && Arrays.equals(key, other.key);
    }

    /** A record would show its components. */
    @Override
    public String toString() {
        return "TLS material";
    }

    /**
     * @throws NoCredentials when the content of a Secret is no certificate or key
     */
    TlsTrust trust(Access access) throws NoCredentials {
        TrustManager[] authorities = access.insecureSkipVerify() ? null : authorities(access);
        X509KeyManager client = client(access);
        try {
            return access.insecureSkipVerify()
                    ? TlsTrust.everyone(client)
                    : TlsTrust.of(client, authorities, true);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private TrustManager[] authorities(Access access) throws NoCredentials {
        if (ca == null) {
            return null; // the JDK's own
        }
        try {
            KeyStore store = emptyStore();
            for (X509Certificate authority : Pem.certificates(ca)) {
                store.setCertificateEntry("ca-" + store.size(), authority);
            }
            TrustManagerFactory factory =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw unusable(access, access.caSecret(), "ca.crt", e);
        }
    }

    private X509KeyManager client(Access access) throws NoCredentials {
        if (certificate == null) {
            return null;
        }
        String part = "tls.crt";
        try {
            List<X509Certificate> chain = Pem.certificates(certificate);
            part = "tls.key";
            KeyStore store = emptyStore();
            store.setKeyEntry(
                    "client",
                    Pem.privateKey(key),
                    NO_PASSWORD,
                    chain.toArray(new X509Certificate[0]));
            KeyManagerFactory factory =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            return (X509KeyManager) factory.getKeyManagers()[0];
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw unusable(access, access.clientSecret(), part, e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /** Texts of {@link Pem} only say what was found; those of a parser might quote the content. */
    private static NoCredentials unusable(
            Access access, String secret, String part, Exception failure) {
        String found =
                failure.getClass() == GeneralSecurityException.class
                        ? "holds " + failure.getMessage()
                        : "cannot be read";
        return new NoCredentials(
                "Secret %s/%s: %s %s".formatted(access.namespace(), secret, part, found));
    }
}
