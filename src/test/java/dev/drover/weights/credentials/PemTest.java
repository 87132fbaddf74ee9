package dev.drover.weights.credentials;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PemTest {
    private static final byte[] P256 = TestAuthority.hex("06082a8648ce3d030107");

    @Test
    void readsCertificatesWithTextAroundThem() throws GeneralSecurityException {
        TestAuthority one = new TestAuthority("one");
        TestAuthority two = new TestAuthority("two");
        String bundle = "# one\n" + one.pem() + "subject=CN=two\r\n" + two.pem();

        assertThat(Pem.certificates(bundle.getBytes(US_ASCII)))
                .extracting(it -> it.getSubjectX500Principal().getName())
                .containsExactly("CN=one", "CN=two");
    }

    @Test
    void readsPkcs8() throws GeneralSecurityException {
        TestAuthority.Identity identity = new TestAuthority("a").issue("b");
        assertThat(Pem.privateKey(identity.keyPem().getBytes(US_ASCII)))
                .isEqualTo(identity.keys().getPrivate());
        PrivateKey edwards = KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate();
        assertThat(read("PRIVATE KEY", edwards.getEncoded())).isEqualTo(edwards);
    }

    @Test
    void readsRsaKeysAsManyToolsWriteThem() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        RSAPrivateCrtKey key = (RSAPrivateCrtKey) generator.generateKeyPair().getPrivate();
        byte[][] numbers =
                Stream.of(
                                BigInteger.ZERO,
                                key.getModulus(),
                                key.getPublicExponent(),
                                key.getPrivateExponent(),
                                key.getPrimeP(),
                                key.getPrimeQ(),
                                key.getPrimeExponentP(),
                                key.getPrimeExponentQ(),
                                key.getCrtCoefficient())
                        .map(number -> TestAuthority.element(0x02, number.toByteArray()))
                        .toArray(byte[][]::new);

        assertThat(read("RSA PRIVATE KEY", TestAuthority.element(0x30, numbers))).isEqualTo(key);
    }

    @Test
    void readsEcKeysThatNameTheirCurve() throws GeneralSecurityException {
        ECPrivateKey key = (ECPrivateKey) TestAuthority.keys().getPrivate();
        byte[] number = key.getS().toByteArray();
        byte[] sec1 =
                TestAuthority.element(
                        0x30,
                        TestAuthority.element(0x02, new byte[] {1}),
                        TestAuthority.element(0x04, number),
                        TestAuthority.element(0xA0, P256));

        PrivateKey read = read("EC PRIVATE KEY", sec1);
        assertThat(((ECPrivateKey) read).getS()).isEqualTo(key.getS());
        assertThatThrownBy(
                        () ->
                                read(
                                        "EC PRIVATE KEY",
                                        TestAuthority.element(
                                                0x30,
                                                TestAuthority.element(0x02, new byte[] {1}),
                                                TestAuthority.element(0x04, number))))
                .isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void saysWhatItFoundInstead() {
        assertThatThrownBy(() -> Pem.certificates("rubbish".getBytes(US_ASCII)))
                .hasMessage("no certificate in PEM form");
        assertThatThrownBy(() -> read("ENCRYPTED PRIVATE KEY", new byte[] {1}))
                .hasMessage("an encrypted private key");
        assertThatThrownBy(() -> Pem.privateKey(new TestAuthority("a").pem().getBytes(US_ASCII)))
                .hasMessage("no private key in PEM form");
    }

    private static PrivateKey read(String label, byte[] der) throws GeneralSecurityException {
        return Pem.privateKey(TestAuthority.pem(label, der).getBytes(US_ASCII));
    }
}
