package dev.drover.sandbox.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.sandbox.RawApi.Reply;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists: pages, selectors, versions, and what is no resource at all. */
abstract class ListContract extends ApiContract {
    ListContract(Subject subject) {
        super(subject);
    }

    @BeforeEach
    void createThree() {
        for (String name : List.of("m1", "m2", "m3")) {
            created(name);
        }
        mergePatch(subject.model("m1"), "{'metadata':{'labels':{'tier':'gold','x':'1'}}}");
        mergePatch(subject.model("m2"), "{'metadata':{'labels':{'tier':'silver'}}}");
    }

    @Test
    void listsWithVersionAndKind() {
        Reply list = api.get(subject.models()).expect(200);
        assertThat(list.at("/kind")).isEqualTo("ExternalModelList");
        assertThat(list.at("/apiVersion")).isEqualTo("inference.opendatahub.io/v1alpha1");
        assertThat(names(list)).containsExactly("m1", "m2", "m3");
        assertThat(Long.parseLong(version(list))).isPositive();
    }

    @Test
    void continuesPagesOnTheVersionOfTheFirst() {
        Reply first = api.get(subject.models() + "?limit=2").expect(200);
        assertThat(names(first)).containsExactly("m1", "m2");
        assertThat(first.body().at("/metadata/remainingItemCount").asInt()).isOne();
        created("m4");
        Reply second = api.get(next(first)).expect(200);
        assertThat(names(second)).containsExactly("m3");
        assertThat(version(second)).isEqualTo(version(first));
        assertThat(second.at("/metadata/continue")).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "tier=gold             | m1",
                "tier==gold            | m1",
                "tier!=gold            | m2,m3",
                "tier                  | m1,m2",
                "!tier                 | m3",
                "tier in (gold,silver) | m1,m2",
                "tier notin (gold)     | m2,m3",
                "tier in (gold),x=1    | m1",
                "tier=gold,!x          | ''",
            })
    void selectsByLabel(String selector, String expected) {
        Reply list = api.get(subject.models() + "?labelSelector=" + encoded(selector)).expect(200);
        assertThat(String.join(",", names(list))).isEqualTo(expected);
    }

    @Test
    void selectsByField() {
        Reply one = api.get(subject.models() + "?fieldSelector=metadata.name%3Dm2").expect(200);
        assertThat(names(one)).containsExactly("m2");
        Reply other = api.get(subject.models() + "?fieldSelector=spec.modelName%3Dm2");
        assertThat(other.code()).isEqualTo(400);
        assertThat(other.at("/message")).contains("field label not supported: spec.modelName");
    }

    @Test
    void listsAllNamespaces() {
        Reply list = api.get("/apis/inference.opendatahub.io/v1alpha1/externalmodels").expect(200);
        assertThat(names(list)).contains("m1", "m2", "m3");
    }

    @Test
    void asksToWaitForAVersionThatIsAhead() {
        Reply reply = api.get(subject.models() + "?resourceVersion=999999999");
        assertThat(reply.code()).isEqualTo(504);
        assertThat(reply.at("/reason")).isEqualTo("Timeout");
    }

    @Test
    void describesItsKinds() {
        Reply group = api.get("/apis/inference.opendatahub.io").expect(200);
        assertThat(group.at("/preferredVersion/version")).isEqualTo("v1alpha1");
        Reply resources = api.get("/apis/inference.opendatahub.io/v1alpha1").expect(200);
        assertThat(resources.body().at("/resources"))
                .extracting(resource -> resource.path("name").asText())
                .contains("externalmodels", "externalmodels/status");
        assertThat(api.get("/version").at("/gitVersion")).startsWith("v1.");
    }

    @Test
    void answersUnknownGroupsInPlainText() {
        Reply reply = api.get("/apis/nobody.example.com/v1/things");
        assertThat(reply.code()).isEqualTo(404);
        assertThat(reply.text().strip()).isEqualTo("404 page not found");
        Reply plural = api.get(subject.models().replace("externalmodels", "nothings"));
        assertThat(plural.code()).isEqualTo(404);
        assertThat(plural.text().strip()).isEqualTo("404 page not found");
    }

    @Test
    void findsNoObjectThatIsGone() {
        Reply reply = api.get(subject.model("gone"));
        assertThat(reply.code()).isEqualTo(404);
        assertThat(reply.at("/reason")).isEqualTo("NotFound");
        assertThat(reply.at("/message"))
                .isEqualTo("externalmodels.inference.opendatahub.io \"gone\" not found");
        assertThat(reply.at("/details/group")).isEqualTo("inference.opendatahub.io");
        assertThat(reply.at("/details/kind")).isEqualTo("externalmodels");
    }

    private String next(Reply page) {
        return subject.models() + "?limit=2&continue=" + encoded(page.at("/metadata/continue"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static List<String> names(Reply list) {
        List<String> names = new ArrayList<>();
        list.body().at("/items").forEach(item -> names.add(item.at("/metadata/name").asText()));
        return names;
    }
}
