package dev.drover.weights.credentials;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what stands between BEGIN and END; text around it is ignored. */
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

    private Pem() {}

    /**
     * All certificates, in order.
     *
     * @throws GeneralSecurityException when there is none, or one cannot be read
     */
    static List<X509Certificate> certificates(byte[] text) throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> found = new ArrayList<>();
        Matcher block = BLOCK.matcher(new String(text, US_ASCII));
        while (block.find()) {
            if (block.group(1).endsWith("CERTIFICATE")) {
                byte[] der = Base64.getMimeDecoder().decode(block.group(2));
                found.add(
                        (X509Certificate)
                                factory.generateCertificate(new ByteArrayInputStream(der)));
            }
        }
        if (found.isEmpty()) {
            throw new GeneralSecurityException("no certificate in PEM form");
        }
        return found;
    }

    /**
     * The first private key: PKCS #8, or the older forms of RSA and EC keys that many tools write.
     *
     * @throws GeneralSecurityException when there is none, or it cannot be read
     */
    static PrivateKey privateKey(byte[] text) throws GeneralSecurityException {
        Matcher block = BLOCK.matcher(new String(text, US_ASCII));
        while (block.find()) {
            byte[] der = Base64.getMimeDecoder().decode(block.group(2));
            switch (block.group(1)) {
                case "PRIVATE KEY" -> {
                    return key(der);
                }
                case "RSA PRIVATE KEY" -> {
                    return key(Pkcs8.ofRsa(der));
                }
                case "EC PRIVATE KEY" -> {
                    return key(Pkcs8.ofEc(der));
                }
                case "ENCRYPTED PRIVATE KEY" ->
                        throw new GeneralSecurityException("an encrypted private key");
                default -> {} // parameters or certificates in the same file
            }
        }
        throw new GeneralSecurityException("no private key in PEM form");
    }

    private static PrivateKey key(byte[] pkcs8) throws GeneralSecurityException {
        for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (InvalidKeySpecException e) {
                // of another algorithm
            }
        }
        throw new GeneralSecurityException("a private key that is neither RSA, EC nor EdDSA");
    }
}
