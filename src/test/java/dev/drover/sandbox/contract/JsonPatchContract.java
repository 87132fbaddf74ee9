package dev.drover.sandbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.RawApi.Reply;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON Patch as the server's library reads it; not always what RFC 6902 says. */
abstract class JsonPatchContract extends ApiContract {
    private static final String WEIGHT = "/spec/externalProviderRefs/0/weight";
    private static final String SET_7 =
            "[{'op':'test','path':'/spec/externalProviderRefs/0/ref/name','value':'a'},"
                    + "{'op':'add','path':'"
                    + WEIGHT
                    + "','value':7}]";

    JsonPatchContract(Subject subject) {
        super(subject);
    }

    @BeforeEach
    void create() {
        created("m");
    }

    @Test
    void testsAndAdds() {
        Reply reply = jsonPatch("m", SET_7).expect(200);
        assertThat(weight(reply).asInt()).isEqualTo(7);
        assertThat(generation(reply)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]",
                "[{'op':'test','path':'/metadata/name','value':'m'}]",
                "[{'op':'add','path':'/spec/externalProviderRefs/0/weight','value':5}]",
            })
    void storesNothingThatChangesNothing(String patch) {
        Reply before = read("m");
        Reply reply = jsonPatch("m", patch).expect(200);
        assertThat(version(reply)).isEqualTo(version(before));
        assertThat(generation(reply)).isOne();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "removal of a defaulted member brings the default back | [{'op':'remove','path':'/spec/externalProviderRefs/0/weight'}] | 1",
                "so does a null                                        | [{'op':'add','path':'/spec/externalProviderRefs/0/weight','value':null}] | 1",
                "minus one is the last item                            | [{'op':'replace','path':'/spec/externalProviderRefs/-1/weight','value':9}] | 9",
            })
    void readsThePatch(String because, String patch, int weight) {
        assertThat(weight(jsonPatch("m", patch).expect(200)).asInt()).isEqualTo(weight);
    }

    @Test
    void replacesAMemberThatIsNotThere() {
        String patch = "[{'op':'replace','path':'/spec/modelName','value':'n'}]";
        assertThat(jsonPatch("m", patch).expect(200).at("/spec/modelName")).isEqualTo("n");
    }

    @Test
    void takesAnAbsentMemberForNull() {
        jsonPatch("m", "[{'op':'test','path':'/spec/modelName','value':null}]").expect(200);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "another name             | [{'op':'test','path':'/metadata/name','value':'x'}]",
                "another uid              | [{'op':'test','path':'/metadata/uid','value':'x'}]",
                "another version          | [{'op':'test','path':'/metadata/resourceVersion','value':'1'}]",
                "a number written with .0 | [{'op':'test','path':'/spec/externalProviderRefs/0/weight','value':5.0}]",
                "a number as text         | [{'op':'test','path':'/spec/externalProviderRefs/0/weight','value':'5'}]",
                "an absent member         | [{'op':'test','path':'/spec/modelName','value':'x'}]",
                "an index out of range    | [{'op':'test','path':'/spec/externalProviderRefs/1/weight','value':5}]",
                "removal of nothing       | [{'op':'remove','path':'/spec/modelName'}]",
                "adding beyond the end    | [{'op':'add','path':'/spec/externalProviderRefs/3','value':{}}]",
                "adding under nothing     | [{'op':'add','path':'/metadata/annotations/x','value':'y'}]",
                "an unknown operation     | [{'op':'increase','path':'/spec/modelName','value':1}]",
            })
    void rejectsWithoutDetails(String because, String patch) {
        Reply before = read("m");
        assertBare(jsonPatch("m", patch));
        assertThat(version(read("m"))).isEqualTo(version(before));
    }

    @Test
    void undoesOperationsBeforeAFailedTest() {
        assertBare(
                jsonPatch(
                        "m",
                        "[{'op':'add','path':'"
                                + WEIGHT
                                + "','value':9},"
                                + "{'op':'test','path':'/metadata/name','value':'x'}]"));
        assertThat(weight(read("m")).asInt()).isEqualTo(5);
    }

    @Test
    void validatesTheResult() {
        Reply reply = jsonPatch("m", SET_7.replace("7", "101"));
        assertInvalid(reply, "spec.externalProviderRefs[0].weight", "FieldValueInvalid");
        assertThat(reply.at("/message"))
                .startsWith("ExternalModel.inference.opendatahub.io \"m\" is invalid:");
    }

    @Test
    void dropsAnUnknownMemberWithAWarning() {
        String patch = "[{'op':'add','path':'/spec/externalProviderRefs/0/foo','value':1}]";
        Reply before = read("m");
        Reply reply = jsonPatch("m", patch).expect(200);
        assertThat(reply.warnings())
                .containsExactly(
                        "299 - \"unknown field \\\"spec.externalProviderRefs[0].foo\\\"\"");
        assertThat(version(reply)).isEqualTo(version(before));
    }

    @Test
    void refusesWhatIsNoList() {
        Reply reply = jsonPatch("m", "{'spec':{}}");
        assertThat(reply.code()).isEqualTo(400);
        assertThat(reply.at("/reason")).isEqualTo("BadRequest");
    }

    @Test
    void refusesTooManyOperations() {
        String one = "{'op':'test','path':'/metadata/name','value':'m'}";
        String many =
                IntStream.rangeClosed(0, 10_000)
                        .mapToObj(i -> one)
                        .collect(Collectors.joining(",", "[", "]"));
        Reply reply = jsonPatch("m", many);
        assertThat(reply.code()).isEqualTo(413);
        assertThat(reply.at("/reason")).isEqualTo("RequestEntityTooLarge");
    }

    @Test
    void seesAnOldVersionInTheResultAsAConflict() {
        String patch = "[{'op':'replace','path':'/metadata/resourceVersion','value':'1'}]";
        assertConflict(jsonPatch("m", patch));
    }

    @Test
    void countsNoGenerationForMetadata() {
        Reply reply =
                jsonPatch("m", "[{'op':'add','path':'/metadata/annotations','value':{'a':'b'}}]")
                        .expect(200);
        assertThat(generation(reply)).isOne();
        assertThat(reply.at("/metadata/annotations/a")).isEqualTo("b");
    }

    @Test
    void findsNoObjectThatIsGone() {
        Reply reply = jsonPatch("gone", SET_7);
        assertThat(reply.code()).isEqualTo(404);
        assertThat(reply.at("/message"))
                .isEqualTo("externalmodels.inference.opendatahub.io \"gone\" not found");
    }

    @Test
    void movesTheWholeListToTheManagerThatTouchedOneWeight() {
        Reply reply =
                api.patch(
                                subject.model("m") + "?fieldManager=drover-weights",
                                RawApi.JSON_PATCH,
                                SET_7.replace('\'', '"'))
                        .expect(200);
        assertThat(reply.body().at("/metadata/managedFields"))
                .anySatisfy(
                        entry -> {
                            assertThat(entry.path("manager").asText()).isEqualTo("drover-weights");
                            assertThat(entry.path("operation").asText()).isEqualTo("Update");
                            assertThat(
                                            entry.at("/fieldsV1/f:spec/f:externalProviderRefs")
                                                    .isObject())
                                    .isTrue();
                        });
        assertThat(reply.body().at("/metadata/managedFields"))
                .filteredOn(entry -> entry.path("manager").asText().equals("contract"))
                .allSatisfy(
                        entry ->
                                assertThat(
                                                entry.at("/fieldsV1/f:spec")
                                                        .has("f:externalProviderRefs"))
                                        .isFalse());
    }

    static void assertConflict(Reply reply) {
        assertThat(reply.code()).as(reply.text()).isEqualTo(409);
        assertThat(reply.at("/reason")).isEqualTo("Conflict");
        assertThat(reply.at("/message"))
                .isEqualTo(
                        "Operation cannot be fulfilled on externalmodels.inference.opendatahub.io"
                                + " \"m\": the object has been modified; please apply your changes to"
                                + " the latest version and try again");
    }
}
