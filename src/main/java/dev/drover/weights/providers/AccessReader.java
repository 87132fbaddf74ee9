package dev.drover.weights.providers;

import dev.drover.weights.credentials.Access;
import dev.drover.weights.metrics.SourceKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes the {@link Access} of a source of the keys {@code metrics.*Secret} and their like (spec
 * weights 2.2). Pure.
 *
 * @param config the provider's with the ref's laid over it
 * @param own the ref's alone
 * @param namespace the provider's, where Secrets are read
 * @param foreign the model that holds the ref is in another namespace
 */
record AccessReader(
        Map<String, String> config, Map<String, String> own, String namespace, boolean foreign) {
    private static final String TOKEN = "metrics.tokenSecret";
    private static final String CA = "metrics.caSecret";
    private static final String CLIENT = "metrics.clientSecret";
    private static final String INSECURE = "metrics.insecureSkipVerify";
    private static final String TOKEN_OVER_HTTP = "metrics.tokenOverHttp";

    /** Whoever decides about one of these decides who gets to see the token. */
    private static final Set<String> SENSITIVE =
            Set.of(
                    "metrics",
                    "metrics.scheme",
                    "metrics.vllm.url",
                    "metrics.epp.url",
                    TOKEN,
                    CA,
                    CLIENT,
                    INSECURE,
                    TOKEN_OVER_HTTP);

    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private static final int LONGEST_NAME = 253;

    /** For a URL with this scheme; plain http has no use for TLS settings. */
    Access access(boolean https) {
        return new Access(
                namespace,
                text(TOKEN),
                https ? text(CA) : "",
                https ? text(CLIENT) : "",
                https && isTrue(INSECURE));
    }

    /** What forbids to send anything; empty when nothing does. */
    Optional<ConfigFinding> objection(SourceKind kind, boolean https) {
        for (String key : https ? List.of(TOKEN, CA, CLIENT) : List.of(TOKEN)) {
            if (!text(key).isEmpty() && !isName(text(key))) {
                return found(key, "the name of a Secret in the provider's namespace", kind);
            }
        }
        for (String key : https ? List.of(INSECURE) : List.of(TOKEN_OVER_HTTP)) {
            if (!List.of("", "true", "false").contains(text(key))) {
                return found(key, "true or false", kind);
            }
        }
        if (!https && !text(TOKEN).isEmpty() && !isTrue(TOKEN_OVER_HTTP)) {
            return found(
                    TOKEN, "with an https URL, or with " + TOKEN_OVER_HTTP + ": \"true\"", kind);
        }
        if (foreign
                && access(https).usesSecrets()
                && own.keySet().stream().anyMatch(this::decides)) {
            String key = own.keySet().stream().filter(this::decides).sorted().findFirst().get();
            return found(
                    key,
                    "with Secrets of namespace " + namespace + " only in the provider's own config",
                    kind);
        }
        return Optional.empty();
    }

    private boolean decides(String key) {
        return SENSITIVE.contains(key);
    }

    private Optional<ConfigFinding> found(String key, String accepted, SourceKind kind) {
        return Optional.of(
                new ConfigFinding(
                        key, ConfigFinding.shown(text(key)), accepted, Optional.of(kind)));
    }

    private String text(String key) {
        return config.getOrDefault(key, "").strip();
    }

    private boolean isTrue(String key) {
        return text(key).equals("true");
    }

    private static boolean isName(String text) {
        return text.length() <= LONGEST_NAME && NAME.matcher(text).matches();
    }
}
