package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** GET of an object and of a collection, in pages if the client asks for them. */
final class Reading {
    private final Store store;

    Reading(Store store) {
        this.store = store;
    }

    Answer get(ApiRequest request) {
        Target target = request.target();
        return store.get(target.key())
                .map(stored -> Answer.of(200, Versions.read(stored, target)))
                .orElseThrow(() -> Failure.notFound(target));
    }

    Answer list(ApiRequest request) {
        int limit = request.parameter("limit").isEmpty() ? 0 : positive(request, "limit");
        String token = request.parameter("continue");
        Page page = token.isEmpty() ? firstPage(request) : nextPage(request, token);
        Target target = request.target();

        ObjectNode list = Json.object();
        list.put("apiVersion", target.apiVersion()).put("kind", target.kind().name() + "List");
        ObjectNode metadata = list.putObject("metadata");
        metadata.put("resourceVersion", String.valueOf(page.revision));
        ArrayNode items = list.putArray("items");
        int left = page.objects.size();
        for (ObjectNode object : page.objects) {
            if (limit > 0 && items.size() == limit) {
                String last = ContinueToken.startOf(items.get(limit - 1));
                metadata.put("continue", new ContinueToken(page.revision, last).encoded());
                if (page.selection.everything()) {
                    metadata.put("remainingItemCount", left);
                }
                break;
            }
            items.add(Versions.read(object, target));
            left--;
        }
        return Answer.of(200, list);
    }

    /** What a selection holds now. */
    List<ObjectNode> selected(ApiRequest request) {
        Target target = request.target();
        Selection selection = Selection.of(request);
        return store.list(target.kind().storage(), target.namespace()).stream()
                .filter(selection.accepts())
                .toList();
    }

    private record Page(Selection selection, long revision, List<ObjectNode> objects) {}

    private Page firstPage(ApiRequest request) {
        String version = request.parameter("resourceVersion");
        long asked = version.isEmpty() ? 0 : positive(request, "resourceVersion");
        if (asked > store.revision()) {
            throw Failure.versionAhead(asked, store.revision());
        }
        boolean exact = request.parameter("resourceVersionMatch").equals("Exact");
        return page(request, exact ? asked : store.revision(), "");
    }

    private Page nextPage(ApiRequest request, String text) {
        ContinueToken token = ContinueToken.decode(text);
        if (token.revision() != 0 && token.revision() < store.compacted()) {
            throw Failure.continueExpired(new ContinueToken(0, token.start()).encoded());
        }
        long revision = token.revision() == 0 ? store.revision() : token.revision();
        return page(request, revision, token.start());
    }

    private Page page(ApiRequest request, long revision, String after) {
        Target target = request.target();
        Selection selection = Selection.of(request);
        List<ObjectNode> objects =
                store
                        .listAt(revision, target.kind().storage(), target.namespace())
                        .orElseThrow(
                                () ->
                                        Failure.expired(
                                                "The resourceVersion for the provided list is too"
                                                        + " old."))
                        .stream()
                        .filter(selection.accepts())
                        .filter(object -> ContinueToken.startOf(object).compareTo(after) > 0)
                        .toList();
        return new Page(selection, revision, objects);
    }

    private static int positive(ApiRequest request, String name) {
        String text = request.parameter(name);
        try {
            return Integer.parseUnsignedInt(text);
        } catch (NumberFormatException e) {
            throw Failure.badRequest(
                    "%s: Invalid value: \"%s\": must be a whole number".formatted(name, text));
        }
    }
}
