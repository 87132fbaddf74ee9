package dev.drover.weights.credentials;

import dev.drover.kubernetes.ObjectKey;
import java.util.Map;

/** Reads one Secret from where Secrets are kept; may block. */
interface SecretReader {
    /**
     * Reads it now.
     *
     * @return its keys with their values, decoded
     * @throws NoCredentials when it is missing or refused
     */
    Map<String, byte[]> read(ObjectKey secret) throws NoCredentials;
}
