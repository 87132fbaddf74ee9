package dev.drover.weights.credentials;

/**
 * A Secret, or a key of it, is missing, refused or unusable; nothing may be sent. The message names
 * the Secret and what to do, never its content.
 */
public final class NoCredentials extends Exception {
    private static final long serialVersionUID = 1L;

    NoCredentials(String message) {
        super(message);
    }
}
