package dev.drover.registry.settings;

import dev.drover.config.KeyType;
import dev.drover.kubernetes.ObjectKey;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** What keys of this flow alone accept. */
final class RegistryTypes {
    static final KeyType<BaseUrl> URL = KeyType.of("URL", BaseUrl.ACCEPTED, BaseUrl::parse);

    static final KeyType<ObjectKey> SERVICE =
            KeyType.of("namespace/name", "namespace/name of a Service", RegistryTypes::service);

    static final KeyType<Optional<Path>> PATH_OR_NONE = perhaps(KeyType.path());

    static final KeyType<Optional<String>> CLUSTER =
            perhaps(KeyType.of("word", "a-z, 0-9, dashes", RegistryTypes::cluster));

    static final KeyType<EnvironmentTemplate> ENVIRONMENT =
            KeyType.of(
                    "template",
                    "{namespace}, {cluster}, a-z, 0-9, dots and dashes; with {namespace}",
                    EnvironmentTemplate::parse);

    static final KeyType<String> SCHEME = KeyType.of("words", "URI schemes", RegistryTypes::scheme);

    private RegistryTypes() {}

    /** Empty means none. */
    private static <T> KeyType<Optional<T>> perhaps(KeyType<T> type) {
        return new KeyType<>(
                type.name(),
                type.accepted(),
                text -> text.isEmpty() ? Optional.empty() : Optional.of(type.reader().apply(text)));
    }

    private static ObjectKey service(String text) {
        if (!text.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?/[a-z]([-a-z0-9]{0,61}[a-z0-9])?")) {
            throw new IllegalArgumentException("does not name a Service");
        }
        return ObjectKey.parse(text);
    }

    private static String cluster(String text) {
        if (!text.matches("[a-z0-9-]{1,63}")) {
            throw new IllegalArgumentException("is not a cluster identity");
        }
        return text;
    }

    private static String scheme(String text) {
        if (!text.matches("[A-Za-z][A-Za-z0-9+.-]*")) {
            throw new IllegalArgumentException("is not a URI scheme");
        }
        return text.toLowerCase(Locale.ROOT);
    }
}
