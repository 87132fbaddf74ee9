package dev.drover.basemodels.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.config.KeyType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the keys of the flow accept beyond the common types. */
final class JobTypes {
    private static final Pattern NAME =
            Pattern.compile(
                    "(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern IMAGE = Pattern.compile("\\S{1,1024}");
    private static final KeyType<Duration> SLOW = KeyType.duration("10m", "7d");

    private JobTypes() {}

    static KeyType<Quantity> quantity() {
        return KeyType.of("quantity", "quantities such as 100m, 0.5, 256Mi", Quantity::parse);
    }

    /** Zero switches it off. */
    static KeyType<Duration> slowRetry() {
        return new KeyType<>(
                "duration",
                "0 (off), " + SLOW.accepted(),
                text ->
                        text.equals("0") || text.equals("0s")
                                ? Duration.ZERO
                                : SLOW.reader().apply(text));
    }

    /** A reference to an image; empty = none. */
    static KeyType<String> image() {
        return KeyType.of(
                "image",
                "a reference such as registry.example.com/drover@sha256:…",
                text -> matching(text, IMAGE, "is not a reference to an image"));
    }

    /** The name of an object. */
    static KeyType<String> name() {
        return KeyType.of(
                "name",
                "an object's name",
                text -> {
                    if (text.isEmpty()) {
                        throw new IllegalArgumentException("is empty");
                    }
                    return matching(text, NAME, "is not an object's name");
                });
    }

    /** The name of an object; empty = none. */
    static KeyType<String> optionalName() {
        return KeyType.of(
                "name",
                "an object's name",
                text -> matching(text, NAME, "is not an object's name"));
    }

    private static String matching(String text, Pattern form, String problem) {
        if (!text.isEmpty() && !form.matcher(text).matches()) {
            throw new IllegalArgumentException(problem);
        }
        return text;
    }

    /** Comma-separated, in order, repetitions kept: the words of a command line. */
    static KeyType<List<String>> words() {
        return KeyType.of(
                "list of text",
                "a program and its arguments, comma-separated",
                text -> {
                    List<String> words = Stream.of(text.split(",", -1)).map(String::strip).toList();
                    if (words.contains("")) {
                        throw new IllegalArgumentException("has an empty word");
                    }
                    return words;
                });
    }

    /** A user or group that is not root. */
    static KeyType<Integer> id() {
        return KeyType.integer(1, Integer.MAX_VALUE);
    }

    static KeyType<Optional<Integer>> optionalId() {
        KeyType<Integer> id = id();
        return new KeyType<>(
                id.name(),
                id.accepted(),
                text -> text.isEmpty() ? Optional.empty() : Optional.of(id.reader().apply(text)));
    }

    static KeyType<Map<String, String>> labels() {
        return KeyType.of(
                "labels", "k=v,… as labels are", text -> KeyValues.labels(text, key -> false));
    }

    /** Labels, but none of those that the flow sets. */
    static KeyType<Map<String, String>> ownLabels() {
        return KeyType.of(
                "labels",
                "k=v,… as labels are, without Drover's own",
                text -> KeyValues.labels(text, ReservedKeys::label));
    }

    static KeyType<Map<String, String>> annotations() {
        return KeyType.of(
                "annotations",
                "k=v,… as annotations are, without Drover's own",
                text -> KeyValues.annotations(text, ReservedKeys::annotation));
    }

    static KeyType<JsonNode> tolerations() {
        return KeyType.of(
                "JSON",
                "[{\"key\":…,\"operator\":…,\"value\":…,\"effect\":…}, …]",
                text -> PodShapes.TOLERATIONS.read(text.isEmpty() ? "[]" : text));
    }

    static KeyType<JsonNode> affinity() {
        return KeyType.of(
                "JSON",
                "{\"nodeAffinity\":…,\"podAffinity\":…,\"podAntiAffinity\":…}",
                text -> PodShapes.AFFINITY.read(text.isEmpty() ? "{}" : text));
    }
}
