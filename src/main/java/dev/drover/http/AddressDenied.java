package dev.drover.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** The host has addresses of denied networks only; nothing was sent. */
public final class AddressDenied extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    AddressDenied(String host, InetAddress[] addresses) {
        super(
                "%s is in a denied network (%s)"
                        .formatted(
                                host,
                                String.join(
                                        ", ",
                                        Arrays.stream(addresses)
                                                .map(InetAddress::getHostAddress)
                                                .toList())));
    }
}
