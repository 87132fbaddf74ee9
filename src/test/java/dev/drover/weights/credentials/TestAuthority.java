package dev.drover.weights.credentials;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;

/** Issues certificates for tests, byte by byte (RFC 5280), so that no tool has to be started. */
public final class TestAuthority {
    private static final byte[] ECDSA_SHA256 = hex("300a06082a8648ce3d040302");
    private static final byte[] IS_AUTHORITY = hex("300f0603551d130101ff040530030101ff");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private final String name;
    private final KeyPair keys = keys();
    private final X509Certificate certificate;
    private int serial = 1;

    /** An authority with a fresh key. */
    public TestAuthority(String name) {
        this.name = name;
        Instant now = Instant.now();
        this.certificate =
                sign(name, keys, IS_AUTHORITY, now.minusSeconds(3600), now.plusSeconds(3600));
    }

    /**
     * What somebody shows.
     *
     * @param keys of the certificate
     */
    public record Identity(X509Certificate certificate, KeyPair keys) {
        public String certificatePem() {
            return pem("CERTIFICATE", encoded(certificate));
        }

        public String keyPem() {
            return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
        }

        /** A server that shows this and, if {@code clients} is given, wants certificates of it. */
        public SSLContext server(TestAuthority clients) {
            try {
                KeyStore own = store();
                own.setKeyEntry(
                        "own", keys.getPrivate(), new char[0], new X509Certificate[] {certificate});
                KeyManagerFactory show = KeyManagerFactory.getInstance("PKIX");
                show.init(own, new char[0]);
                TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
                KeyStore trusted = store();
                trusted.setCertificateEntry(
                        "clients", clients == null ? certificate : clients.certificate);
                trust.init(trusted);
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(show.getKeyManagers(), trust.getTrustManagers(), null);
                return context;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public String pem() {
        return pem("CERTIFICATE", encoded(certificate));
    }

    /** Valid now, for a DNS name or an IPv4 address. */
    public Identity issue(String host) {
        return issue(host, Duration.ofHours(1));
    }

    /** Valid from two hours ago until {@code left} from now, which may be negative. */
    public Identity issue(String host, Duration left) {
        Instant now = Instant.now();
        KeyPair own = keys();
        return new Identity(
                sign("test", own, alternative(host), now.minusSeconds(7200), now.plus(left)), own);
    }

    private X509Certificate sign(
            String subject, KeyPair of, byte[] extension, Instant from, Instant to) {
        byte[] content =
                element(
                        0x30,
                        element(0xA0, element(0x02, new byte[] {2})),
                        element(0x02, new byte[] {(byte) serial++}),
                        ECDSA_SHA256,
                        new X500Principal("CN=" + name).getEncoded(),
                        element(0x30, time(from), time(to)),
                        new X500Principal("CN=" + subject).getEncoded(),
                        of.getPublic().getEncoded(),
                        element(0xA3, element(0x30, extension)));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(content);
            byte[] bits = element(0x03, new byte[] {0}, signature.sign());
            byte[] whole = element(0x30, content, ECDSA_SHA256, bits);
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(whole));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] alternative(String host) {
        byte[] name;
        if (host.matches("[0-9.]+")) {
            try {
                name = element(0x87, InetAddress.getByName(host).getAddress());
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(e);
            }
        } else {
            name = element(0x82, host.getBytes(US_ASCII));
        }
        return element(0x30, hex("0603551d11"), element(0x04, element(0x30, name)));
    }

    private static byte[] time(Instant at) {
        return element(0x18, TIME.format(at).getBytes(US_ASCII));
    }

    static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tag, length, content. */
    static byte[] element(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.size() < 0x80) {
            out.write(content.size());
        } else if (content.size() < 0x100) {
            out.writeBytes(new byte[] {(byte) 0x81, (byte) content.size()});
        } else {
            out.writeBytes(
                    new byte[] {(byte) 0x82, (byte) (content.size() >> 8), (byte) content.size()});
        }
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    static String pem(String label, byte[] der) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(der), label);
    }

    private static KeyStore store() throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, null);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return store;
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
