package dev.drover.weights.credentials;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;

/** Wraps older forms of private keys into the one that the JDK reads (RFC 5208). */
final class Pkcs8 {
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int PARAMETERS = 0xA0;
    private static final byte[] VERSION = hex("020100");
    private static final byte[] RSA = hex("300d06092a864886f70d0101010500");
    private static final byte[] EC_OID = hex("06072a8648ce3d0201");

    private Pkcs8() {}

    /** Of PKCS #1 (RFC 8017). */
    static byte[] ofRsa(byte[] key) {
        return element(SEQUENCE, VERSION, RSA, element(OCTETS, key));
    }

    /**
     * Of SEC 1 (RFC 5915).
     *
     * @throws GeneralSecurityException when the key does not name its curve
     */
    static byte[] ofEc(byte[] key) throws GeneralSecurityException {
        byte[] algorithm = element(SEQUENCE, EC_OID, curve(key));
        return element(SEQUENCE, VERSION, algorithm, element(OCTETS, key));
    }

    /** {@code SEQUENCE { INTEGER 1, OCTET STRING, [0] curve, … }}. */
    private static byte[] curve(byte[] key) throws GeneralSecurityException {
        try {
            int at = content(key, 0);
            at = content(key, at) + length(key, at); // the version
            at = content(key, at) + length(key, at); // the key itself
            if ((key[at] & 0xFF) == PARAMETERS) {
                int from = content(key, at);
                return Arrays.copyOfRange(key, from, from + length(key, at));
            }
        } catch (ArrayIndexOutOfBoundsException | IllegalArgumentException e) {
            throw new GeneralSecurityException("an EC private key that is cut off");
        }
        throw new GeneralSecurityException("an EC private key without its curve");
    }

    /** Where the content of the element at {@code at} begins. */
    private static int content(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        return at + 2 + (first < 0x80 ? 0 : first - 0x80);
    }

    private static int length(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < first - 0x80; i++) {
            length = (length << 8) | (der[at + 2 + i] & 0xFF);
        }
        return length;
    }

    private static byte[] element(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.size();
        if (length >= 0x80) {
            int bytes = length > 0xFFFF ? 3 : length > 0xFF ? 2 : 1;
            out.write(0x80 + bytes);
            for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
                out.write(length >> shift & 0xFF);
            }
        } else {
            out.write(length);
        }
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
