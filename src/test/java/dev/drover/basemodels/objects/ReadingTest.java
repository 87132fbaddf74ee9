package dev.drover.basemodels.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of others, as they really look, become records. */
class ReadingTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static GenericKubernetesResource object(String json) {
        try {
            return JSON.readValue(json.replace('\'', '"'), GenericKubernetesResource.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    @Test
    void aJobIsOverByItsConditionsOnly() {
        MetadataJob running =
                MetadataJob.of(
                        object(
                                "{'metadata':{'namespace':'a','name':'j'},'status':{'failed':3,'conditions':["
                                        + "{'type':'FailureTarget','status':'True'},{'type':'Failed','status':'False'}]}}"));
        MetadataJob failed =
                MetadataJob.of(
                        object(
                                "{'metadata':{'namespace':'a','name':'j'},'status':{'conditions':["
                                        + "{'type':'Failed','status':'True','reason':'DeadlineExceeded','message':'m',"
                                        + "'lastTransitionTime':'2026-11-30T10:00:00Z'}]}}"));

        assertThat(running.end()).isEmpty();
        assertThat(failed.end())
                .contains(
                        new MetadataJob.End(
                                false,
                                "DeadlineExceeded",
                                "m",
                                Instant.parse("2026-11-30T10:00:00Z")));
    }

    @Test
    void ofAPodOnlyTheExtractorsContainerCounts() {
        JobPod pod =
                JobPod.of(
                        object(
                                "{'metadata':{'namespace':'a','name':'p','labels':{'batch.kubernetes.io/controller-uid':'j'}},"
                                        + "'status':{'phase':'Failed','containerStatuses':["
                                        + "{'name':'sidecar','state':{'terminated':{'exitCode':0}}},"
                                        + "{'name':'extract','state':{'terminated':{'exitCode':11,'reason':'Error','message':'text',"
                                        + "'finishedAt':'2026-11-30T10:00:00Z'}}}]}}"));

        assertThat(pod.jobUid()).isEqualTo("j");
        assertThat(pod.active()).isFalse();
        assertThat(pod.terminated())
                .contains(
                        new JobPod.Terminated(
                                11, "Error", "text", Instant.parse("2026-11-30T10:00:00Z")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "runs on a node              |"
                        + " {'nodeName':'n','volumes':[{'persistentVolumeClaim':{'claimName':'c'}}]} |"
                        + " {}                                             | Running   | true",
                "is about to start           |"
                        + " {'nodeName':'n','volumes':[{'persistentVolumeClaim':{'claimName':'c'}}]} |"
                        + " {}                                             | Pending   | true",
                "has no node yet             |"
                        + " {'volumes':[{'persistentVolumeClaim':{'claimName':'c'}}]}                |"
                        + " {}                                             | Pending   | false",
                "is over                     |"
                        + " {'nodeName':'n','volumes':[{'persistentVolumeClaim':{'claimName':'c'}}]} |"
                        + " {}                                             | Succeeded | false",
                "uses another claim          |"
                        + " {'nodeName':'n','volumes':[{'persistentVolumeClaim':{'claimName':'d'}}]} |"
                        + " {}                                             | Running   | false",
                "is a metadata Pod of Drover |"
                        + " {'nodeName':'n','volumes':[{'persistentVolumeClaim':{'claimName':'c'}}]} |"
                        + " {'app.kubernetes.io/managed-by':'drover','app.kubernetes.io/component':'metadata-extraction'}"
                        + " | Running | false"
            })
    void knowsWhoUsesAClaim(String who, String spec, String labels, String phase, boolean user) {
        GenericKubernetesResource pod =
                object(
                        "{'metadata':{'namespace':'a','name':'p','labels':%s},'spec':%s,'status':{'phase':'%s'}}"
                                .formatted(labels, spec, phase));

        assertThat(ClaimUser.of(pod, "c").isPresent()).isEqualTo(user);
    }

    @Test
    void theNewestWarningTellsWhicheverWayItIsDated() {
        GenericKubernetesResource byCount =
                object(
                        "{'metadata':{'name':'1'},'type':'Warning','reason':'Old','lastTimestamp':'2026-11-30T10:00:00Z'}");
        GenericKubernetesResource bySeries =
                object(
                        "{'metadata':{'name':'2'},'type':'Warning','reason':'New','eventTime':'2026-11-30T09:00:00.123456Z',"
                                + "'series':{'lastObservedTime':'2026-11-30T10:00:00.500000Z'}}");
        GenericKubernetesResource normal =
                object(
                        "{'metadata':{'name':'3'},'type':'Normal','reason':'Fine','lastTimestamp':'2026-11-30T11:00:00Z'}");

        assertThat(WarningEvent.newest(List.of(byCount, bySeries, normal)))
                .map(WarningEvent::reason)
                .contains("New");
        assertThat(WarningEvent.newest(List.of(normal))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"FailedBinding", "WaitForFirstConsumer", "ExternalProvisioning"})
    void whyAClaimWaitsIsToldThoughItIsNoWarning(String reason) {
        GenericKubernetesResource waits =
                object(
                        "{'metadata':{'name':'1'},'type':'Normal','reason':'%s','message':'no storage class is set','lastTimestamp':'2026-11-30T11:00:00Z'}"
                                .formatted(reason));
        GenericKubernetesResource warning =
                object(
                        "{'metadata':{'name':'2'},'type':'Warning','reason':'ProvisioningFailed','lastTimestamp':'2026-11-30T10:00:00Z'}");

        assertThat(WarningEvent.newest(List.of(waits)))
                .map(WarningEvent::message)
                .contains("no storage class is set");
        assertThat(WarningEvent.newest(List.of(waits, warning)))
                .map(WarningEvent::reason)
                .contains("ProvisioningFailed");
    }

    @Test
    void aClaimWithoutClassIsNotOneWithTheEmptyClass() {
        Claim none = Claim.of(object("{'metadata':{'namespace':'a','name':'c'},'spec':{}}"));
        Claim empty =
                Claim.of(
                        object(
                                "{'metadata':{'namespace':'a','name':'c'},'spec':{'storageClassName':''}}"));

        assertThat(none.storageClass()).isEmpty();
        assertThat(empty.storageClass()).contains("");
        assertThat(none.phase()).isEqualTo(Claim.Phase.PENDING);
    }

    @Test
    void aStorageUriThatIsNoTextIsNotOurs() {
        BaseModel model =
                BaseModel.of(
                        object(
                                "{'kind':'BaseModel','metadata':{'namespace':'a','name':'m'},'spec':{'storage':{'storageUri':['pvc://c/p']}}}"));

        assertThat(model.source().ours()).isFalse();
    }
}
