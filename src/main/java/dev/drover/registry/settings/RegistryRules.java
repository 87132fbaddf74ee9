package dev.drover.registry.settings;

import dev.drover.config.Constraint;
import dev.drover.config.Key;
import dev.drover.config.Schema;
import dev.drover.config.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the keys must not say together. */
final class RegistryRules {
    private static final Pattern ID = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private static final List<Key<? extends Map<String, ?>>> MEMBERS =
            List.of(
                    RegistryKeys.AT_URL,
                    RegistryKeys.AT_SERVICE,
                    RegistryKeys.AT_API,
                    RegistryKeys.AT_ADDRESS,
                    RegistryKeys.AT_AUTH,
                    RegistryKeys.AT_TOKEN_FILE,
                    RegistryKeys.AT_TOKEN_OVER_HTTP,
                    RegistryKeys.AT_CA_FILE,
                    RegistryKeys.AT_INSECURE_TLS);

    private RegistryRules() {}

    static Schema over(Schema keys) {
        Schema checked =
                keys.rule(
                                rule(
                                        RegistryRules::twoAddresses,
                                        RegistryKeys.AT_URL,
                                        RegistryKeys.AT_SERVICE))
                        .rule(rule(RegistryRules::sameUrl, RegistryKeys.AT_URL))
                        .rule(rule(RegistryRules::sameService, RegistryKeys.AT_SERVICE))
                        .rule(
                                rule(
                                        RegistryRules::unknownDefault,
                                        RegistryKeys.DEFAULT,
                                        RegistryKeys.AT_URL,
                                        RegistryKeys.AT_SERVICE,
                                        RegistryKeys.REGISTRY_NAMESPACES))
                        .rule(
                                rule(
                                        RegistryRules::deadline,
                                        RegistryKeys.DEADLINE,
                                        RegistryKeys.RESPONSE_TIMEOUT))
                        .rule(
                                rule(
                                        RegistryRules::concurrency,
                                        RegistryKeys.CONCURRENCY,
                                        RegistryKeys.MAX_IN_FLIGHT))
                        .rule(
                                rule(
                                        RegistryRules::linkNowhere,
                                        RegistryKeys.STATUS_ANNOTATION,
                                        RegistryKeys.LINK_TARGET))
                        .rule(
                                rule(
                                        RegistryRules::deployNowhere,
                                        RegistryKeys.DEPLOY_NAMESPACES,
                                        RegistryKeys.DEPLOY));
        for (Key<? extends Map<String, ?>> member : MEMBERS) {
            checked = checked.rule(ids(member));
        }
        return checked;
    }

    private static Constraint rule(Function<Values, Optional<String>> violation, Key<?>... keys) {
        return new Constraint(List.of(keys), violation);
    }

    /** Ids are DNS labels, and somebody says where that registry is. */
    private static Constraint ids(Key<? extends Map<String, ?>> member) {
        return rule(
                values -> {
                    Set<String> placed = new TreeSet<>(values.get(RegistryKeys.AT_URL).keySet());
                    placed.addAll(values.get(RegistryKeys.AT_SERVICE).keySet());
                    List<String> wrong = new ArrayList<>();
                    for (String id : new TreeSet<>(values.get(member).keySet())) {
                        if (!ID.matcher(id).matches()) {
                            wrong.add("\"" + id + "\" is not a registry id; accepted: a DNS label");
                        } else if (!placed.contains(id)) {
                            wrong.add(
                                    "registry "
                                            + id
                                            + " has no address; accepted: with at."
                                            + id
                                            + ".url or at."
                                            + id
                                            + ".service");
                        }
                    }
                    return joined(wrong);
                },
                member,
                RegistryKeys.AT_URL,
                RegistryKeys.AT_SERVICE);
    }

    private static Optional<String> twoAddresses(Values values) {
        Set<String> both = new TreeSet<>(values.get(RegistryKeys.AT_URL).keySet());
        both.retainAll(values.get(RegistryKeys.AT_SERVICE).keySet());
        return joined(
                both.stream()
                        .map(id -> "registry " + id + " has a URL and a Service; accepted: one")
                        .toList());
    }

    private static Optional<String> sameUrl(Values values) {
        return twice(values.get(RegistryKeys.AT_URL));
    }

    private static Optional<String> sameService(Values values) {
        return twice(values.get(RegistryKeys.AT_SERVICE));
    }

    private static <T> Optional<String> twice(Map<String, T> places) {
        Set<T> seen = new LinkedHashSet<>();
        Set<T> repeated =
                places.values().stream()
                        .filter(place -> !seen.add(place))
                        .collect(Collectors.toCollection(LinkedHashSet::new));
        return joined(
                repeated.stream()
                        .map(
                                place ->
                                        place
                                                + " has the ids "
                                                + places.keySet().stream()
                                                        .filter(id -> places.get(id).equals(place))
                                                        .sorted()
                                                        .collect(Collectors.joining(" and "))
                                                + "; accepted: one")
                        .sorted()
                        .toList());
    }

    private static Optional<String> unknownDefault(Values values) {
        String id = values.get(RegistryKeys.DEFAULT);
        Collection<String> namespaces = values.get(RegistryKeys.REGISTRY_NAMESPACES);
        boolean known =
                id.isEmpty()
                        || values.get(RegistryKeys.AT_URL).containsKey(id)
                        || values.get(RegistryKeys.AT_SERVICE).containsKey(id)
                        || namespaces.stream()
                                .anyMatch(
                                        it ->
                                                id.startsWith(it + ".")
                                                        && ID.matcher(id.substring(it.length() + 1))
                                                                .matches());
        return known
                ? Optional.empty()
                : Optional.of(
                        "\""
                                + id
                                + "\" is not an allowed registry; accepted: an id of at.<id>, or"
                                + " <namespace>.<service> of a namespace of "
                                + RegistryKeys.REGISTRY_NAMESPACES);
    }

    private static Optional<String> deadline(Values values) {
        return values.get(RegistryKeys.DEADLINE)
                                .compareTo(values.get(RegistryKeys.RESPONSE_TIMEOUT))
                        >= 0
                ? Optional.empty()
                : Optional.of(
                        "is below "
                                + RegistryKeys.RESPONSE_TIMEOUT
                                + "; accepted: "
                                + values.get(RegistryKeys.RESPONSE_TIMEOUT).toMillis()
                                + "ms or more");
    }

    private static Optional<String> concurrency(Values values) {
        int inFlight = values.get(RegistryKeys.MAX_IN_FLIGHT);
        return values.get(RegistryKeys.CONCURRENCY) > inFlight
                ? Optional.empty()
                : Optional.of(
                        values.get(RegistryKeys.CONCURRENCY)
                                + " is not above "
                                + RegistryKeys.MAX_IN_FLIGHT
                                + " "
                                + inFlight
                                + "; accepted: "
                                + (inFlight + 1)
                                + " or more");
    }

    private static Optional<String> linkNowhere(Values values) {
        return values.get(RegistryKeys.STATUS_ANNOTATION) == StatusAnnotation.OFF
                        && values.get(RegistryKeys.LINK_TARGET) == LinkTarget.ANNOTATION
                ? Optional.of(
                        "off leaves no place for the link, since "
                                + RegistryKeys.LINK_TARGET
                                + " is annotation; accepted: link, full")
                : Optional.empty();
    }

    private static Optional<String> deployNowhere(Values values) {
        return values.get(RegistryKeys.DEPLOY).on()
                        && values.get(RegistryKeys.DEPLOY_NAMESPACES).isEmpty()
                ? Optional.of(
                        "is empty while "
                                + RegistryKeys.DEPLOY
                                + " is on; accepted: at least one namespace")
                : Optional.empty();
    }

    private static Optional<String> joined(List<String> problems) {
        return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
    }
}
