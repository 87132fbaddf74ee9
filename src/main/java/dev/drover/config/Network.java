package dev.drover.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * A network in CIDR form. An IPv4 address that arrives mapped into IPv6 counts as IPv4, as the JDK
 * turns it into one.
 *
 * @param prefix leading bits that must be equal
 */
public record Network(InetAddress address, int prefix) {
    private static final Pattern IPV4 = Pattern.compile("(\\d{1,3})(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /**
     * Reads {@code 169.254.0.0/16} or {@code fe80::/10}; nothing is looked up by name.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = slash < 0 ? null : address(text.substring(0, slash));
        int bits = address == null ? 0 : address.getAddress().length * 8;
        String prefix = text.substring(slash + 1);
        if (address == null || !prefix.matches("\\d{1,3}") || Integer.parseInt(prefix) > bits) {
            throw new Unacceptable(text, "is not a network");
        }
        return new Network(address, Integer.parseInt(prefix));
    }

    /** Whether the address lies in this network. */
    public boolean contains(InetAddress other) {
        byte[] mine = address.getAddress();
        byte[] theirs = other.getAddress();
        if (mine.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < prefix; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((mine[bit / 8] & mask) != (theirs[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    /** The text itself when it is a literal address. */
    static String literal(String text) {
        if (address(text) == null) {
            throw new Unacceptable(text, "is not an IP address");
        }
        return text;
    }

    /** Null unless the text is a literal address: a host name must not reach the resolver. */
    private static InetAddress address(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return null;
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return address.getHostAddress() + "/" + prefix;
    }
}
