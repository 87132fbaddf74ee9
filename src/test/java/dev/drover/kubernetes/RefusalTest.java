package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers as a real API server gave them. */
class RefusalTest {
    private static final ApiRequest PATCH =
            new ApiRequest(
                    "jsonPatch",
                    "patch",
                    ResourceType.parse("inference.opendatahub.io/v1alpha1/externalmodels"),
                    ObjectKey.parse("team-a/m"),
                    "PATCH",
                    "/",
                    "application/json-patch+json",
                    "[]",
                    Duration.ofSeconds(4));

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
        an object that is gone                | 404 | {"reason":"NotFound","message":"externalmodels \\"m\\" not found","details":{"name":"m"}} | NotFound
        a kind that is not served             | 404 | 404 page not found                                                                          | NotServed
        a subresource that is not there       | 404 | {"reason":"NotFound","message":"the server could not find the requested resource","details":{}} | NotServed
        an old version                        | 409 | {"reason":"Conflict","message":"the object has been modified"}                               | Conflict
        a name that is taken                  | 409 | {"reason":"AlreadyExists","message":"already exists"}                                        | AlreadyExists
        a failed test: bare 422               | 422 | {"reason":"Invalid","message":"the server rejected our request","details":{}}                | Conflict
        an invalid field                      | 422 | {"reason":"Invalid","details":{"name":"m","causes":[{"field":"spec.x","reason":"FieldValueInvalid","message":"no"}]}} | Invalid
        a body that cannot be read            | 400 | {"reason":"BadRequest","message":"strict decoding error"}                                    | Invalid
        RBAC                                  | 403 | {"message":"externalmodels \\"m\\" is forbidden: User \\"x\\" cannot patch resource \\"externalmodels\\""} | Forbidden
        a quota                               | 403 | {"message":"pods \\"p\\" is forbidden: exceeded quota: q"}                                   | Denied
        a namespace that is being deleted     | 403 | {"message":"unable to create new content in namespace x because it is being terminated"}     | Denied
        an admission webhook                  | 400 | {"message":"admission webhook \\"w.example.com\\" denied the request: no"}                   | Denied
        an admission policy                   | 422 | {"message":"m is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no"} | Denied
        a token that is not accepted          | 401 | {"message":"Unauthorized"}                                                                  | ServerFailure
        too many requests                     | 429 | too many                                                                                    | Throttled
        a page of a proxy                     | 502 | <html>                                                                                      | ServerFailure
        a version that was compacted          | 410 | {"reason":"Expired"}                                                                        | Invalid
        """)
    void callsAnAnswerByWhatItMeans(String because, int code, String body, String expected) {
        assertThat(refusal(code, body).getClass().getSimpleName()).isEqualTo(expected);
    }

    @Test
    void onlyAJsonPatchCanFailItsTest() {
        var merge =
                new ApiRequest(
                        "mergePatch",
                        "patch",
                        PATCH.type(),
                        PATCH.key(),
                        "PATCH",
                        "/",
                        "application/merge-patch+json",
                        "{}",
                        PATCH.timeout());

        assertThat(Refusal.of(merge, 422, tree("{\"details\":{}}"), "", Optional.empty()))
                .isInstanceOf(Invalid.class);
    }

    @Test
    void saysWhatIsForbiddenInTheWordsOfARole() {
        ResourceException refusal =
                refusal(
                        403,
                        "{\"message\":\"User \\\"x\\\" cannot patch resource \\\"externalmodels\\\"\"}");

        assertThat(refusal)
                .hasMessageStartingWith(
                        "forbidden: may not patch externalmodels.inference.opendatahub.io in"
                                + " namespace team-a: jsonPatch");
    }

    @Test
    void handsTheCausesOn() {
        Invalid refusal =
                (Invalid)
                        refusal(
                                422,
                                "{\"details\":{\"causes\":[{\"field\":\"spec.a\",\"reason\":\"r\",\"message\":\"m\"}]}}");

        assertThat(refusal.causes()).isEqualTo(List.of(new Invalid.Cause("spec.a", "r", "m")));
    }

    @Test
    void showsLongAndBrokenTextsOnOneShortLine() {
        ResourceException refusal = refusal(502, "<html>\n\u0007" + "x".repeat(10_000));

        assertThat(refusal.getMessage()).hasSizeLessThan(400).doesNotContain("\n", "\u0007");
        assertThat(refusal.serverMessage()).hasSizeGreaterThan(10_000);
    }

    private static ResourceException refusal(int code, String body) {
        return Refusal.of(PATCH, code, tree(body), body, Optional.empty());
    }

    private static JsonNode tree(String body) {
        try {
            return new ObjectMapper().readTree(body);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }
}
