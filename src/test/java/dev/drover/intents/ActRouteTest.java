package dev.drover.intents;

import static dev.drover.intents.ActRouteFixture.KEY;
import static dev.drover.intents.ActRouteFixture.MODELS;
import static dev.drover.intents.ActRouteFixture.UID;
import static dev.drover.intents.ActRouteFixture.job;
import static dev.drover.intents.ActRouteFixture.json;
import static dev.drover.intents.ActRouteFixture.metadata;
import static dev.drover.intents.ActRouteFixture.weights;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.AnswerLost;
import dev.drover.kubernetes.Conflict;
import dev.drover.kubernetes.Denied;
import dev.drover.kubernetes.Fenced;
import dev.drover.kubernetes.Forbidden;
import dev.drover.kubernetes.Invalid;
import dev.drover.kubernetes.ResourceException;
import dev.drover.kubernetes.ResourceException.Answer;
import dev.drover.kubernetes.ResourcesConstants;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The act route as it is shipped, one promise a test. */
@Timeout(30)
class ActRouteTest {
    private ActRouteFixture act;

    @BeforeEach
    void start() throws Exception {
        act = new ActRouteFixture();
    }

    @AfterEach
    void stop() throws Exception {
        act.close();
    }

    @Test
    void sendsAPatchToTheEndpointOfItsResource() {
        Exchange done = act.act(weights());

        assertThat(done.getException()).isNull();
        WritesDouble.Sent sent = act.server.sent.get(0);
        assertThat(sent.uri())
                .startsWith("kubernetes-resources://" + MODELS + "?")
                .contains("operation=jsonPatch", "fieldManager=drover-weights")
                .doesNotContain("subresource");
        assertThat(sent.uri()).matches(".*fence=(#|%23)weights-fence.*");
        assertThat(sent.headers())
                .containsEntry(ResourcesConstants.NAMESPACE, "team-a")
                .containsEntry(ResourcesConstants.NAME, "llama")
                .doesNotContainKey(ResourcesConstants.UID);
        assertThat(sent.body()).isEqualTo(weights().patch());
    }

    @Test
    void namesTheSubresource() {
        act.act(
                new Intent.MergePatch(
                        "PatchStatus",
                        MODELS,
                        KEY,
                        "status",
                        (com.fasterxml.jackson.databind.node.ObjectNode) json("{'status':{}}"),
                        ActRouteFixture.account("Status: Ready", null)));

        assertThat(act.server.sent.get(0).uri()).contains("subresource=status");
    }

    @Test
    void deletesOnlyTheObjectOfThatUid() {
        act.act(
                new Intent.Delete(
                        "DeleteJob",
                        "batch/v1/jobs",
                        KEY,
                        "uid-of-job",
                        ActRouteFixture.account("Job: deleted", null)));

        assertThat(act.server.sent.get(0).headers())
                .containsEntry(ResourcesConstants.UID, "uid-of-job");
    }

    @Test
    void countsTimesAndRemembersAWrite() {
        act.act(weights());

        assertThat(act.acted(Outcome.APPLIED)).isEqualTo(1);
        assertThat(
                        act.meters
                                .get("drover.act.duration")
                                .tag("operation", "jsonPatch")
                                .timer()
                                .count())
                .isEqualTo(1);
        assertThat(act.meters.get("drover.event.to.write").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(5);
        assertThat(act.ledger.of(KEY, UID).writes())
                .extracting(Ledger.Write::intent, Ledger.Write::resourceVersion)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("PatchWeights", "101"));
    }

    @Test
    void recordsTheEventOnceTheWriteIsDone() {
        act.act(weights());

        assertThat(act.events).extracting(Notice::reason).containsExactly("WeightsManaged");
    }

    @Test
    void recordsNoEventOfAWriteThatFailed() {
        act.server.fails(new Conflict(answer(409, "")));

        act.act(weights());

        assertThat(act.events).isEmpty();
    }

    @Test
    void endsTheListAtTheFirstFailure() {
        act.server.answers(exchange -> {}).fails(new Conflict(answer(409, "modified")));

        Exchange done = act.act(weights(), metadata("Second", "{}"), metadata("Third", "{}"));

        assertThat(done.getException(Conflict.class)).hasMessageContaining("modified");
        assertThat(act.server.sent).hasSize(2);
        assertThat(act.acted(Outcome.CONFLICT)).isEqualTo(1);
        assertThat(act.acted(Outcome.APPLIED)).isEqualTo(1);
        assertThat(act.heard).containsExactly("PatchWeights applied", "Second conflict");
    }

    @Test
    void remembersNothingOfAConflictSinceItIsDecidedAnew() {
        act.server.fails(new Conflict(answer(409, "modified")));

        act.act(weights());

        assertThat(act.ledger.of(KEY, UID).lastFailure()).isEmpty();
        assertThat(act.ledger.of(KEY, UID).lastAttempt().orElseThrow().outcome())
                .as("but that the write did not happen")
                .isEqualTo(Outcome.CONFLICT);
    }

    @Test
    void tellsAWriteThatChangedNothing() {
        act.server.answers(
                exchange ->
                        exchange.getMessage().setHeader(ResourcesConstants.RESOURCE_VERSION, "7"));

        act.act(weights());

        assertThat(act.acted(Outcome.UNCHANGED)).isEqualTo(1);
        assertThat(act.events).isEmpty();
    }

    @Test
    void writesNothingInObserveMode() {
        act.mode = Mode.OBSERVE;

        Exchange done = act.act(weights(), metadata("Second", "{}"));

        assertThat(done.getException()).isNull();
        assertThat(act.server.sent).isEmpty();
        assertThat(act.events).isEmpty();
        assertThat(act.acted(Outcome.OBSERVED)).isEqualTo(2);
        assertThat(act.ledger.of(KEY, UID).writes()).isEmpty();
    }

    @Test
    void aPausedObjectIsNotWritten() {
        act.annotations.put(Mode.ANNOTATION, "paused");

        act.act(weights());

        assertThat(act.server.sent).isEmpty();
    }

    @Test
    void aPausedObjectIsStillFinished() {
        act.annotations.put(Mode.ANNOTATION, "paused");
        act.deletionTimestamp = "2026-11-30T08:00:00Z";

        act.act(metadata("PatchFinalizers", "{}"));

        assertThat(act.server.sent).hasSize(1);
    }

    @Test
    void anObjectInObserveModeIsNotWrittenEvenWhenItEnds() {
        act.annotations.put(Mode.ANNOTATION, "observe");
        act.deletionTimestamp = "2026-11-30T08:00:00Z";

        act.act(metadata("PatchFinalizers", "{}"));

        assertThat(act.server.sent).isEmpty();
    }

    @Test
    void writesNothingBehindAClosedFence() {
        act.leading = false;

        Exchange done = act.act(weights(), metadata("Second", "{}"));

        assertThat(done.getException(Fenced.class)).isNotNull();
        assertThat(act.server.sent).isEmpty();
        assertThat(act.acted(Outcome.FENCED)).isEqualTo(1);
        assertThat(act.ledger.of(KEY, UID).lastFailure()).isEmpty();
    }

    @Test
    void aLaterWriteOfTheListStandsOnTheVersionOfTheEarlierOne() {
        String decidedOn = "{'metadata':{'resourceVersion':'7'}}";

        act.act(metadata("First", decidedOn), metadata("Second", decidedOn));

        assertThat(sentVersion(0)).isEqualTo("7");
        assertThat(sentVersion(1)).isEqualTo("101");
    }

    @Test
    void aLaterJsonPatchTestsTheVersionOfTheEarlierWrite() {
        Intent.JsonPatch patch =
                new Intent.JsonPatch(
                        "PatchWeights",
                        MODELS,
                        KEY,
                        "",
                        json("[{'op':'test','path':'/metadata/resourceVersion','value':'7'}]")
                                .deepCopy(),
                        ActRouteFixture.account("Weights: none", null));

        act.act(metadata("First", "{'metadata':{'resourceVersion':'7'}}"), patch);

        assertThat(((JsonNode) act.server.sent.get(1).body()).at("/0/value").asText())
                .isEqualTo("101");
        assertThat(patch.patch().at("/0/value").asText()).as("the intent itself").isEqualTo("7");
    }

    @Test
    void versionsOfOneListDoNotReachTheNext() {
        String decidedOn = "{'metadata':{'resourceVersion':'7'}}";

        act.act(metadata("First", decidedOn));
        act.act(metadata("First", decidedOn));

        assertThat(sentVersion(1)).isEqualTo("7");
    }

    @Test
    void aLaterIntentRefersToTheAnswerOfAnEarlierOne() {
        act.server.answers(
                exchange -> {
                    GenericKubernetesResource answer = new GenericKubernetesResource();
                    answer.setMetadata(new ObjectMetaBuilder().withGeneration(3L).build());
                    exchange.getMessage().setBody(answer);
                });
        Intent.MergePatch status = metadata("PatchStatus", "{'status':{}}");
        status.patch()
                .withObject("/status")
                .set("observedGeneration", ResultReference.to("PatchSpec", "/metadata/generation"));

        act.act(metadata("PatchSpec", "{}"), status);

        assertThat(act.server.sent.get(1).body())
                .hasToString("{\"status\":{\"observedGeneration\":3}}");
    }

    @Test
    void aReferenceToNothingEndsTheListAndSaysSo() {
        Intent.MergePatch status = metadata("PatchStatus", "{}");
        status.patch().set("x", ResultReference.to("PatchSpec", "/metadata/generation"));

        Exchange done = act.act(status);

        assertThat(done.getException(IllegalStateException.class))
                .hasMessage("the list refers to the result of PatchSpec, which has none yet");
        assertThat(act.acted(Outcome.ERROR)).isEqualTo(1);
    }

    @Test
    void anObjectThatIsThereAlreadyIsLeftToTheNextDecisionAtOnce() {
        act.server.answers(ActRouteTest::exists);

        Exchange done = act.act(job("{}"), metadata("Second", "{}"));

        assertThat(done.getException(Conflict.class)).as("decided anew at once").isNotNull();
        assertThat(act.server.sent).as("the list ends").hasSize(1);
        assertThat(act.acted(Outcome.EXISTS)).isEqualTo(1);
        assertThat(act.ledger.of(KEY, UID).lastFailure())
                .hasValueSatisfying(
                        failure ->
                                assertThat(failure.existing().path("uid").asText())
                                        .isEqualTo("other"));
    }

    @Test
    void anObjectWhoseOwnerDoesNotMatterMayBeThereAlready() {
        Intent.Create job = job("{}");
        Intent accepted =
                new Intent.Create(
                        job.name(),
                        job.resource(),
                        job.target(),
                        job.object(),
                        Intent.Existing.ACCEPTED,
                        job.account());
        act.server.fails(new Denied(answer(403, "not yet"))).answers(ActRouteTest::exists);
        act.act(accepted);

        Exchange done = act.act(accepted, metadata("Second", "{}"));

        assertThat(done.getException()).isNull();
        assertThat(act.server.sent).as("the list goes on").hasSize(3);
        assertThat(act.ledger.of(KEY, UID).lastFailure()).isEmpty();
    }

    private static void exists(Exchange exchange) {
        GenericKubernetesResource existing = new GenericKubernetesResource();
        existing.setMetadata(new ObjectMetaBuilder().withUid("other").build());
        exchange.getMessage().setBody(existing);
        exchange.getMessage().setHeader(ResourcesConstants.EXISTED, true);
    }

    @Test
    void remembersWhichFieldTheServerFoundInvalid() {
        Invalid.Cause cause =
                new Invalid.Cause("spec.refs[0].path", "FieldValueRequired", "Required");
        act.server.fails(new Invalid(answer(422, "is invalid"), List.of(cause)));

        Exchange done = act.act(weights());

        assertThat(done.getException(Invalid.class)).isNotNull();
        assertThat(act.ledger.of(KEY, UID).lastFailure())
                .hasValueSatisfying(
                        failure -> {
                            assertThat(failure.outcome()).isEqualTo(Outcome.INVALID);
                            assertThat(failure.causes()).containsExactly(cause);
                            assertThat(failure.generation()).isEqualTo(2);
                        });
    }

    @Test
    void aSuccessEndsTheMemoryOfTheFailure() {
        act.server.fails(new Denied(answer(403, "policy says no")));
        act.act(weights());

        act.act(weights());

        assertThat(act.ledger.of(KEY, UID).lastFailure()).isEmpty();
    }

    @Test
    void anotherObjectOfTheSameNameStartsWithACleanPage() {
        act.act(weights());

        assertThat(act.ledger.of(KEY, "uid-2").writes()).isEmpty();
    }

    @Test
    void aMissingPermissionNamesTheCommandThatGrantsIt() {
        act.server.fails(forbidden()).fails(forbidden());

        act.act(weights());
        act.act(weights());

        assertThat(act.events).as("once while it lasts").hasSize(1);
        assertThat(act.events.get(0).reason()).isEqualTo("Forbidden");
        assertThat(act.events.get(0).note())
                .isEqualTo(
                        "forbidden: may not patch externalmodels.inference.opendatahub.io in"
                                + " namespace team-a; flow weights needs it to write weights:"
                                + " kubectl apply -l drover.dev/part=rbac -k <overlay you"
                                + " installed>");
        assertThat(act.acted(Outcome.FORBIDDEN)).isEqualTo(2);
    }

    @Test
    void aRefusalByPolicyShowsItsMessage() {
        act.server.fails(new Denied(answer(403, "policy says no")));

        act.act(weights());

        assertThat(act.events)
                .extracting(Notice::reason, Notice::note)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "AdmissionDenied", "PatchWeights refused: policy says no"));
    }

    @Test
    void aNamespaceThatIsGoingAwayIsNoNews() {
        act.server.fails(
                new Denied(answer(403, "unable to create in it because it is being terminated")));

        act.act(weights());

        assertThat(act.events).isEmpty();
    }

    @Test
    void aLostAnswerIsNeitherSuccessNorFailure() {
        act.server.fails(new AnswerLost(answer(0, ""), new java.io.IOException("reset")));

        Exchange done = act.act(weights());

        assertThat(done.getException(AnswerLost.class)).isNotNull();
        assertThat(act.acted(Outcome.UNKNOWN)).isEqualTo(1);
    }

    @Test
    void callsARouteWithTheDocument() throws Exception {
        act.context()
                .addRoutes(
                        new org.apache.camel.builder.RouteBuilder() {
                            @Override
                            public void configure() {
                                from("direct:registry-request").to("mock:registry");
                            }
                        });
        var registry =
                act.context()
                        .getEndpoint(
                                "mock:registry",
                                org.apache.camel.component.mock.MockEndpoint.class);
        registry.expectedBodiesReceived(json("{'name':'iris'}"));

        act.act(
                new Intent.Call(
                        "CreateRecord",
                        "registry",
                        KEY,
                        "direct:registry-request",
                        json("{'name':'iris'}"),
                        ActRouteFixture.account("Record: iris", null)));

        registry.assertIsSatisfied();
    }

    private String sentVersion(int index) {
        return ((JsonNode) act.server.sent.get(index).body())
                .at("/metadata/resourceVersion")
                .asText();
    }

    private static ResourceException forbidden() {
        return new Forbidden(
                "patch", "externalmodels.inference.opendatahub.io", answer(403, "User cannot"));
    }

    private static Answer answer(int code, String message) {
        return new Answer("jsonPatch", MODELS, Optional.of(KEY), code, message, Optional.empty());
    }
}
