package dev.drover.http;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509KeyManager;

/**
 * Shows the client's certificate, if there is one, and remembers which servers wanted to see one: a
 * server of TLS 1.3 refuses it after the handshake, which may look like any broken connection.
 */
final class CertificateRequests extends X509ExtendedKeyManager {
    private final X509KeyManager client; // null: there is no certificate
    private final Set<Socket> asked =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    CertificateRequests(X509KeyManager client) {
        this.client = client;
    }

    boolean asked(Socket connection) {
        return asked.contains(connection);
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        if (socket != null) {
            asked.add(socket);
        }
        return client == null ? null : client.chooseClientAlias(keyTypes, issuers, socket);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return client == null ? null : client.getClientAliases(keyType, issuers);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return client == null ? null : client.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return client == null ? null : client.getPrivateKey(alias);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return null; // never a server
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return null;
    }
}
