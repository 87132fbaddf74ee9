package dev.drover.sandbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.RawApi.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DELETE, preconditions and finalizers. */
abstract class DeletionContract extends ApiContract {
    private static final String HOLD = "{'metadata':{'finalizers':['example.com/hold']}}";

    DeletionContract(Subject subject) {
        super(subject);
    }

    @BeforeEach
    void create() {
        created("m");
    }

    @Test
    void saysWhatItDeleted() {
        Reply before = read("m");
        Reply reply = api.delete(subject.model("m")).expect(200);
        assertThat(reply.at("/kind")).isEqualTo("Status");
        assertThat(reply.at("/status")).isEqualTo("Success");
        assertThat(reply.at("/details/name")).isEqualTo("m");
        assertThat(reply.at("/details/kind")).isEqualTo("externalmodels");
        assertThat(reply.at("/details/uid")).isEqualTo(before.at("/metadata/uid"));
        api.get(subject.model("m")).expect(404);
        Reply again = api.delete(subject.model("m"));
        assertThat(again.code()).isEqualTo(404);
        assertThat(again.at("/reason")).isEqualTo("NotFound");
    }

    @Test
    void deletesOnlyTheObjectWithThatUid() {
        Reply refused = delete("{'preconditions':{'uid':'other'}}");
        assertThat(refused.code()).isEqualTo(409);
        assertThat(refused.at("/message"))
                .startsWith(
                        "Operation cannot be fulfilled on ExternalModel.inference.opendatahub.io"
                                + " \"m\": the UID in the precondition (other) does not match the UID"
                                + " in record (");
        String uid = read("m").at("/metadata/uid");
        delete("{'preconditions':{'uid':'" + uid + "'}}").expect(200);
    }

    @Test
    void waitsForFinalizers() {
        mergePatch(subject.model("m"), HOLD).expect(200);
        Reply reply = api.delete(subject.model("m")).expect(200);
        assertThat(reply.at("/kind")).isEqualTo("ExternalModel");
        Reply terminating = read("m");
        assertThat(terminating.at("/metadata/deletionTimestamp")).isNotEmpty();
        assertThat(generation(terminating)).isEqualTo(2);
        jsonPatch("m", "[{'op':'add','path':'/spec/externalProviderRefs/0/weight','value':7}]")
                .expect(200);
        mergePatch(subject.model("m"), "{'metadata':{'finalizers':null}}").expect(200);
        api.get(subject.model("m")).expect(404);
    }

    @Test
    void refusesANewFinalizerOnWhatIsTerminating() {
        mergePatch(subject.model("m"), HOLD).expect(200);
        api.delete(subject.model("m")).expect(200);
        Reply reply =
                mergePatch(
                        subject.model("m"),
                        "{'metadata':{'finalizers':['example.com/hold','example.com/more']}}");
        assertInvalid(reply, "metadata.finalizers", "FieldValueForbidden");
        mergePatch(subject.model("m"), "{'metadata':{'finalizers':null}}").expect(200);
    }

    @Test
    void deletesACollectionByItsLabels() {
        mergePatch(subject.model("m"), "{'metadata':{'labels':{'a':'b'}}}").expect(200);
        created("other");
        api.delete(subject.models() + "?labelSelector=a%3Db").expect(200);
        api.get(subject.model("m")).expect(404);
        api.get(subject.model("other")).expect(200);
    }

    private Reply delete(String options) {
        return api.send("DELETE", subject.model("m"), RawApi.JSON, options.replace('\'', '"'));
    }
}
