package dev.drover.sandbox.apiserver;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who may do what. A request without a token may do everything; one with a token may do what was
 * granted to its user, and an unknown token is refused. Thread-safe.
 */
final class Rights {
    static final String ADMIN = "system:admin";

    private final Map<String, ApiUser> users = new ConcurrentHashMap<>();

    ApiUser add(String token, String name) {
        ApiUser user = new ApiUser(token, name);
        users.put(token, user);
        return user;
    }

    /** The user behind an {@code Authorization} header; empty if the token is unknown. */
    Optional<String> user(String authorization) {
        if (authorization == null || authorization.isBlank()) {
            return Optional.of(ADMIN);
        }
        String token = authorization.replaceFirst("(?i)^Bearer ", "");
        return Optional.ofNullable(users.get(token)).map(ApiUser::name);
    }

    void require(ApiRequest request) {
        if (request.user().equals(ADMIN)) {
            return;
        }
        Target target = request.target();
        String resource = target.kind().plural();
        if (!target.subresource().isEmpty()) {
            resource += "/" + target.subresource();
        }
        String verb = request.verb().word();
        List<ApiUser> holders =
                users.values().stream().filter(u -> u.name().equals(request.user())).toList();
        for (ApiUser holder : holders) {
            if (holder.mayDo(verb, resource, target.namespace())) {
                return;
            }
        }
        String where =
                target.namespace().isEmpty()
                        ? "at the cluster scope"
                        : "in the namespace \"" + target.namespace() + "\"";
        throw Failure.forbidden(
                target,
                "User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s"
                        .formatted(request.user(), verb, resource, target.kind().group(), where));
    }
}
