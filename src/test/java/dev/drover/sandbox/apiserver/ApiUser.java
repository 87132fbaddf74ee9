package dev.drover.sandbox.apiserver;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A user known by a bearer token, who may do what was granted. Thread-safe. */
public final class ApiUser {
    private final String token;
    private final String name;
    private final List<Grant> grants = new CopyOnWriteArrayList<>();

    ApiUser(String token, String name) {
        this.token = token;
        this.name = name;
    }

    private record Grant(Set<String> verbs, String resource, String namespace) {}

    /**
     * Grants verbs ({@code "get,list,watch"} or {@code "*"}) on a resource, in every namespace. A
     * subresource is one of its own: {@code "externalmodels/status"}.
     */
    public ApiUser may(String verbs, String resource) {
        return may(verbs, resource, "");
    }

    /** The same in one namespace only. */
    public ApiUser may(String verbs, String resource, String namespace) {
        grants.add(new Grant(Set.of(verbs.split(",", -1)), resource, namespace));
        return this;
    }

    /** Takes everything back. */
    public void mayNothing() {
        grants.clear();
    }

    /** As the server calls it in messages, for example {@code system:serviceaccount:ns:name}. */
    public String name() {
        return name;
    }

    /** To be sent as {@code Authorization: Bearer …}. */
    public String token() {
        return token;
    }

    boolean mayDo(String verb, String resource, String namespace) {
        return grants.stream()
                .anyMatch(
                        grant ->
                                (grant.verbs().contains(verb) || grant.verbs().contains("*"))
                                        && (grant.resource().equals(resource)
                                                || grant.resource().equals("*"))
                                        && (grant.namespace().isEmpty()
                                                || grant.namespace().equals(namespace)));
    }
}
