package dev.drover.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a key accepts: the word for it in the manual, the accepted form as the end of a message
 * ({@code accepted: 1s to 60s}), and the reader, which throws {@link IllegalArgumentException} for
 * everything else. Texts arrive trimmed.
 *
 * @param name what the manual calls it, for example {@code duration}
 * @param accepted range or words; empty where every text of the type will do
 */
public record KeyType<T>(String name, String accepted, Function<String, T> reader) {

    /**
     * A type of a flow's own.
     *
     * @param reader throws {@link IllegalArgumentException} with a reason that continues the
     *     sentence which the quoted text begins: {@code is not the name of a metric}
     */
    public static <T> KeyType<T> of(String name, String accepted, Function<String, T> reader) {
        return new KeyType<>(
                name,
                accepted,
                text -> {
                    try {
                        return reader.apply(text);
                    } catch (IllegalArgumentException e) {
                        throw new Unacceptable(text, e.getMessage());
                    }
                });
    }

    /** A duration within bounds, both included; an empty bound is none. */
    public static KeyType<Duration> duration(String least, String most) {
        return ranged("duration", least, most, Durations::parse);
    }

    /** A size in bytes within bounds, both included. */
    public static KeyType<Long> size(String least, String most) {
        return ranged("size", least, most, Sizes::parse);
    }

    /** A whole number within bounds, both included. */
    public static KeyType<Integer> integer(int least, int most) {
        return ranged("int", "" + least, "" + most, Numbers::integer);
    }

    /** A decimal number within bounds, both included; neither NaN nor infinite. */
    public static KeyType<Double> number(String least, String most) {
        return ranged("number", least, most, Numbers::decimal);
    }

    /** A TCP port, 1 to 65535. */
    public static KeyType<Integer> port() {
        return ranged("port", "1", "65535", Numbers::integer);
    }

    /**
     * {@code true} or {@code false}, nothing else: a typing error must not become {@code false}.
     */
    public static KeyType<Boolean> bool() {
        return word("bool", "true or false", List.of("true", "false"), Boolean::valueOf);
    }

    /** One of the enum's constants, written in lower case with dashes. */
    public static <E extends Enum<E>> KeyType<E> choice(Class<E> words) {
        return choice(words, Words::kebab);
    }

    /** One of the enum's constants, written as {@code written} says. */
    public static <E extends Enum<E>> KeyType<E> choice(
            Class<E> words, Function<E, String> written) {
        List<E> constants = List.of(words.getEnumConstants());
        List<String> texts = constants.stream().map(written).collect(Collectors.toList());
        return word("enum", "one of its words", texts, text -> constants.get(texts.indexOf(text)));
    }

    /** One of a few words; {@code noun} says what they are ("a flow"). */
    public static KeyType<String> word(String noun, String... words) {
        return word("word", noun, List.of(words), Function.identity());
    }

    /** Any text. */
    public static KeyType<String> text() {
        return new KeyType<>("text", "", Function.identity());
    }

    /** A path of the local file system. */
    public static KeyType<Path> path() {
        return new KeyType<>(
                "path",
                "a path",
                text -> {
                    try {
                        return Path.of(text);
                    } catch (InvalidPathException e) {
                        throw new Unacceptable(text, "is not a path");
                    }
                });
    }

    /**
     * A DNS label (RFC 1123) of at most {@code longest} characters; empty is accepted and means
     * none.
     */
    public static KeyType<String> dnsLabel(int longest) {
        return new KeyType<>(
                "DNS label",
                "lower-case letters, digits and dashes, at most " + longest,
                text -> text.isEmpty() ? text : Names.label(text, longest));
    }

    /** The name of a namespace. */
    public static KeyType<String> namespace() {
        return new KeyType<>(
                "name", "a namespace's name", text -> Names.label(text, Names.LONGEST_LABEL));
    }

    /** A label selector in kubectl's form, kept as it is written; empty selects everything. */
    public static KeyType<String> labelSelector() {
        return new KeyType<>(
                "label selector",
                "key=value, key!=value, key, !key, key in (a,b), key notin (a,b), comma-separated",
                Names::labelSelector);
    }

    /** A literal IPv4 or IPv6 address, kept as it is written. */
    public static KeyType<String> ip() {
        return new KeyType<>("IP", "an IPv4 or IPv6 address", Network::literal);
    }

    /** A network such as {@code 169.254.0.0/16}. */
    public static KeyType<Network> network() {
        return new KeyType<>("CIDR", "networks such as 10.0.0.0/8 or fe80::/10", Network::parse);
    }

    /** A host name pattern such as {@code *.example.com}. */
    public static KeyType<Glob> glob() {
        return new KeyType<>("glob", "host names, * for any characters", Glob::parse);
    }

    /**
     * A comma-separated list; blanks around the elements do not count, an empty text is an empty
     * list, and what is named twice counts once.
     */
    public static <T> KeyType<List<T>> listOf(KeyType<T> element) {
        return new KeyType<>(
                "list of " + element.name(),
                element.accepted(),
                text ->
                        Arrays.stream(text.split(",", -1))
                                .map(String::strip)
                                .filter(part -> !text.isBlank())
                                .map(element.reader())
                                .distinct()
                                .collect(Collectors.toUnmodifiableList()));
    }

    private static <T> KeyType<T> word(
            String name, String noun, List<String> words, Function<String, T> meaning) {
        return new KeyType<>(
                name,
                String.join(", ", words),
                text ->
                        words.stream()
                                .filter(text::equalsIgnoreCase)
                                .findFirst()
                                .map(meaning)
                                .orElseThrow(() -> new Unacceptable(text, "is not " + noun)));
    }

    private static <T extends Comparable<T>> KeyType<T> ranged(
            String name, String least, String most, Function<String, T> reader) {
        String accepted =
                most.isEmpty()
                        ? least + " or more"
                        : String.format(Locale.ROOT, "%s to %s", least, most);
        return new KeyType<>(
                name,
                accepted,
                text -> {
                    T value = reader.apply(text);
                    if (!least.isEmpty() && value.compareTo(reader.apply(least)) < 0) {
                        throw new Unacceptable(text, "is below " + least);
                    }
                    if (!most.isEmpty() && value.compareTo(reader.apply(most)) > 0) {
                        throw new Unacceptable(text, "is above " + most);
                    }
                    return value;
                });
    }
}
