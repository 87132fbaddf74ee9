package dev.drover.sandbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.RawApi.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Merge patch, PUT and the status subresource. */
abstract class UpdateContract extends ApiContract {
    UpdateContract(Subject subject) {
        super(subject);
    }

    @BeforeEach
    void create() {
        created("m");
    }

    @Test
    void mergesMembersAndReplacesLists() {
        String item = "{'ref':{'name':'b'},'targetModel':'t','apiFormat':'f','path':'/'}";
        Reply reply =
                mergePatch(subject.model("m"), "{'spec':{'externalProviderRefs':[" + item + "]}}")
                        .expect(200);
        assertThat(reply.at("/spec/externalProviderRefs/0/ref/name")).isEqualTo("b");
        assertThat(reply.body().at("/spec/externalProviderRefs")).hasSize(1);
        assertThat(weight(reply).asInt()).isOne();
    }

    @Test
    void demandsEveryMemberOfAReplacedItem() {
        Reply reply =
                mergePatch(subject.model("m"), "{'spec':{'externalProviderRefs':[{'weight':1}]}}");
        for (String member : new String[] {"apiFormat", "path", "ref", "targetModel"}) {
            assertInvalid(reply, "spec.externalProviderRefs[0]." + member, "FieldValueRequired");
        }
    }

    @Test
    void changesLabelsWithoutAGeneration() {
        Reply labelled =
                mergePatch(subject.model("m"), "{'metadata':{'labels':{'a':'b'}}}").expect(200);
        assertThat(generation(labelled)).isOne();
        Reply again =
                mergePatch(subject.model("m"), "{'metadata':{'labels':{'a':'b'}}}").expect(200);
        assertThat(version(again)).isEqualTo(version(labelled));
        Reply without =
                mergePatch(subject.model("m"), "{'metadata':{'labels':{'a':null,'c':null}}}")
                        .expect(200);
        assertThat(without.body().at("/metadata").has("labels")).isFalse();
    }

    @Test
    void refusesAnOldVersionInAMergePatch() {
        JsonPatchContract.assertConflict(
                mergePatch(subject.model("m"), "{'metadata':{'resourceVersion':'1'}}"));
    }

    @Test
    void refusesAnotherUid() {
        Reply reply = mergePatch(subject.model("m"), "{'metadata':{'uid':'x'}}");
        assertInvalid(reply, "metadata.uid", "FieldValueInvalid");
        assertThat(reply.at("/message")).contains("field is immutable");
    }

    @Test
    void putsOnTopOfTheNewestVersionOnly() {
        ObjectNode object = (ObjectNode) read("m").body();
        object.withObject("/spec").put("modelName", "n");
        api.put(subject.model("m"), object.toString()).expect(200);
        JsonPatchContract.assertConflict(api.put(subject.model("m"), object.toString()));
        object.withObject("/metadata").remove("resourceVersion");
        Reply without = api.put(subject.model("m"), object.toString());
        assertInvalid(without, "metadata.resourceVersion", "FieldValueInvalid");
        assertThat(without.at("/message"))
                .endsWith(
                        "metadata.resourceVersion: Invalid value: 0: must be specified for an"
                                + " update");
    }

    @Test
    void knowsNoStrategicMergeOfCustomResources() {
        for (String type : new String[] {"application/strategic-merge-patch+json", RawApi.JSON}) {
            Reply reply = api.patch(subject.model("m"), type, "{}");
            assertThat(reply.code()).isEqualTo(415);
            assertThat(reply.at("/reason")).isEqualTo("UnsupportedMediaType");
        }
    }

    @Test
    void keepsSpecAndStatusApart() {
        String both = "{'spec':{'modelName':'n'},'status':{'phase':'Ready'}}";
        Reply status = mergePatch(subject.model("m") + "/status", both).expect(200);
        assertThat(status.at("/status/phase")).isEqualTo("Ready");
        assertThat(status.body().at("/spec").has("modelName")).isFalse();
        assertThat(generation(status)).isOne();
        Reply spec =
                mergePatch(
                                subject.model("m"),
                                "{'spec':{'modelName':'n'},'status':{'phase':'Failed'}}")
                        .expect(200);
        assertThat(spec.at("/status/phase")).isEqualTo("Ready");
        assertThat(spec.at("/spec/modelName")).isEqualTo("n");
        assertThat(generation(spec)).isEqualTo(2);
    }

    @Test
    void ignoresStatusInPatchesOfTheObject() {
        Reply before = read("m");
        Reply reply = mergePatch(subject.model("m"), "{'status':{'phase':'Ready'}}").expect(200);
        assertThat(version(reply)).isEqualTo(version(before));
        assertThat(reply.body().has("status")).isFalse();
    }

    @Test
    void validatesTheStatus() {
        Reply phase = mergePatch(subject.model("m") + "/status", "{'status':{'phase':'Foo'}}");
        assertInvalid(phase, "status.phase", "FieldValueNotSupported");
        assertThat(phase.at("/message"))
                .endsWith(
                        "Unsupported value: \"Foo\": supported values: \"Pending\", \"Ready\","
                                + " \"Failed\"");
        Reply unknown =
                mergePatch(subject.model("m") + "/status", "{'status':{'foo':1}}").expect(200);
        assertThat(unknown.warnings()).hasSize(1);
    }

    @Test
    void validatesConditions() {
        String condition =
                "{'status':{'conditions':[{'type':'Ready','status':'%s','reason':'%s',"
                        + "'message':'m','lastTransitionTime':'%s'}]}}";
        String path = subject.model("m") + "/status";
        String time = "2026-11-30T10:00:00Z";
        mergePatch(path, condition.formatted("True", "Fine", time)).expect(200);
        mergePatch(path, condition.formatted("True", "Fine", "2026-11-30T10:00:00.123Z"))
                .expect(200);
        String first = "status.conditions[0].";
        assertInvalid(
                mergePatch(path, condition.formatted("yes", "Fine", time)),
                first + "status",
                "FieldValueNotSupported");
        assertInvalid(
                mergePatch(path, condition.formatted("True", "", time)),
                first + "reason",
                "FieldValueInvalid");
        assertInvalid(
                mergePatch(path, condition.formatted("True", "No-Dash", time)),
                first + "reason",
                "FieldValueInvalid");
        assertInvalid(
                mergePatch(path, condition.formatted("True", "Fine", "yesterday")),
                first + "lastTransitionTime",
                "FieldValueTypeInvalid");
    }

    @Test
    void writesNothingInADryRun() {
        Reply reply =
                mergePatch(subject.model("m") + "?dryRun=All", "{'spec':{'modelName':'n'}}")
                        .expect(200);
        assertThat(reply.at("/spec/modelName")).isEqualTo("n");
        assertThat(read("m").body().at("/spec").has("modelName")).isFalse();
    }
}
