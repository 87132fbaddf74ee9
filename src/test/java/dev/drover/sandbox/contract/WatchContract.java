package dev.drover.sandbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.RawApi.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Watches over chunked HTTP: order, starting points, selectors, bookmarks, expiry. */
abstract class WatchContract extends ApiContract {
    WatchContract(Subject subject) {
        super(subject);
    }

    @Test
    void sendsEffectiveChangesOnly() {
        try (EventStream events = watch("&resourceVersion=" + version(created("m")))) {
            String patch = "[{'op':'add','path':'/spec/externalProviderRefs/0/weight','value':7}]";
            jsonPatch("m", patch);
            jsonPatch("m", patch);
            mergePatch(subject.model("m") + "/status", "{'status':{'phase':'Ready'}}");
            mergePatch(subject.model("m") + "/status", "{'status':{'phase':'Ready'}}");
            api.delete(subject.model("m"));
            List<JsonNode> seen = events.next(3);
            assertThat(seen)
                    .extracting(event -> event.path("type").asText())
                    .containsExactly("MODIFIED", "MODIFIED", "DELETED");
            assertThat(seen)
                    .extracting(event -> event.at("/object/metadata/generation").asInt())
                    .containsExactly(2, 2, 2);
            assertThat(seen)
                    .extracting(event -> event.at("/object/metadata/resourceVersion").asLong())
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void startsWithEverythingAtVersionZero() {
        created("m1");
        created("m2");
        try (EventStream events = watch("&resourceVersion=0")) {
            assertThat(events.next(2))
                    .allMatch(event -> event.at("/type").asText().equals("ADDED"));
        }
    }

    @Test
    void marksTheEndOfInitialEvents() {
        created("m");
        String parameters =
                "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                        + "&allowWatchBookmarks=true&resourceVersion=";
        try (EventStream events = watch(parameters)) {
            List<JsonNode> seen = events.next(2);
            assertThat(seen.get(0).path("type").asText()).isEqualTo("ADDED");
            JsonNode bookmark = seen.get(1);
            assertThat(bookmark.path("type").asText()).isEqualTo("BOOKMARK");
            assertThat(bookmark.at("/object/kind").asText()).isEqualTo("ExternalModel");
            assertThat(
                            bookmark.at("/object/metadata/annotations/k8s.io~1initial-events-end")
                                    .asText())
                    .isEqualTo("true");
            assertThat(bookmark.at("/object/metadata/resourceVersion").asLong()).isPositive();
        }
    }

    @Test
    void tellsAboutObjectsThatEnterAndLeaveASelection() {
        String from = version(created("m"));
        try (EventStream events = watch("&labelSelector=a%3Db&resourceVersion=" + from)) {
            mergePatch(subject.model("m"), "{'metadata':{'labels':{'a':'b'}}}");
            mergePatch(subject.model("m"), "{'metadata':{'labels':{'a':'b','c':'d'}}}");
            mergePatch(subject.model("m"), "{'metadata':{'labels':{'a':'other'}}}");
            assertThat(events.next(3))
                    .extracting(event -> event.path("type").asText())
                    .containsExactly("ADDED", "MODIFIED", "DELETED");
        }
    }

    @Test
    void watchesOneObjectByName() {
        String from = version(created("m"));
        created("other");
        try (EventStream events =
                watch("&fieldSelector=metadata.name%3Dm&resourceVersion=" + from)) {
            mergePatch(subject.model("other"), "{'spec':{'modelName':'n'}}");
            mergePatch(subject.model("m"), "{'spec':{'modelName':'n'}}");
            assertThat(events.next(1).get(0).at("/object/metadata/name").asText()).isEqualTo("m");
        }
    }

    @Test
    void endsWithAnErrorEventWhenTheVersionIsTooOld() {
        Reply reply = api.get(subject.models() + "?watch=true&resourceVersion=1").expect(200);
        assertThat(reply.at("/type")).isEqualTo("ERROR");
        assertThat(reply.at("/object/code")).isEqualTo("410");
        assertThat(reply.at("/object/reason")).isEqualTo("Expired");
        assertThat(reply.at("/object/message")).matches("too old resource version: 1 \\(\\d+\\)");
    }

    @Test
    void failsOnAVersionThatIsNoNumber() {
        Reply reply = api.get(subject.models() + "?watch=true&resourceVersion=abc");
        assertThat(reply.code()).isEqualTo(500);
        assertThat(reply.at("/kind")).isEqualTo("Status");
    }

    @Test
    void endsWhenItsTimeIsUp() {
        String from = version(created("m"));
        Reply reply =
                api.get(subject.models() + "?watch=true&timeoutSeconds=1&resourceVersion=" + from);
        assertThat(reply.code()).isEqualTo(200);
        assertThat(reply.text()).isEmpty();
    }

    private EventStream watch(String parameters) {
        return new EventStream(api.stream(subject.models() + "?watch=true" + parameters));
    }
}
