package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.sandbox.apiserver.Fault;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From an object in the API server to what is written there, through the routes as shipped. */
@Timeout(60)
class ReconcileRoutesTest {
    private ReconcileFixture drover;

    @BeforeEach
    void providersWithLoad() throws Exception {
        drover = new ReconcileFixture();
        drover.createProviders();
        drover.figures.kv.put("cluster-b", 0.95);
        drover.figures.kv.put("cluster-c", 0.20);
    }

    @AfterEach
    void close() throws Exception {
        drover.close();
    }

    @Test
    void aModelThatIsCreatedIsRelievedAtOnceAndThenLeftAlone() throws Exception {
        drover.start();
        drover.createModel(50, 50);
        ObjectNode before = drover.model();

        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));
        drover.looksAgain();
        drover.looksAgain();

        assertThat(drover.patches()).isEqualTo(1);
        assertThat(withoutWhatWeWrite(drover.model())).isEqualTo(withoutWhatWeWrite(before));
        assertThat(drover.model().at("/metadata/annotations/drover.dev~1weights").asText())
                .contains("\"reason\":\"first\"");
    }

    @Test
    void theWriteIsOursByItsFieldManager() throws Exception {
        drover.start();
        drover.createModel(50, 50);

        await().untilAsserted(() -> assertThat(drover.patches()).isEqualTo(1));

        assertThat(drover.api.requests().of("patch", "externalmodels").get(0).query())
                .contains("fieldManager=drover-weights");
    }

    @Test
    void tellsWhatItDoesInTheWordsThatUsersLookFor() throws Exception {
        drover.start();
        drover.createModel(50, 50);
        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));
        drover.looksAgain();

        assertThat(drover.lines.seen())
                .containsSubsequence(
                        "INFO Reconciling ExternalModel: llama namespace=team-a reason=created",
                        "INFO Found providers: 2",
                        "INFO Weights: cluster-b 50->6, cluster-c 50->94 reason=first shift=44"
                                + " load=1.19/0.25")
                .filteredOn(line -> line.contains("Reconciling"))
                .as("a scrape or our own write is no news")
                .hasSize(1);
        assertThat(drover.events).extracting(Notice::reason).contains("WeightsManaged");
    }

    @Test
    void saysAtDebugWhatEachPassMadeOfEachRef() throws Exception {
        drover.lines.debug();
        drover.start();
        drover.createModel(50, 50);
        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));

        assertThat(drover.lines.seen())
                .contains(
                        "FINE Provider weight: index=0 provider=cluster-b targetModel=llama-3-70b"
                                + " weight=50 state=fresh load=1.19",
                        "FINE Provider weight: index=1 provider=cluster-c targetModel=llama-3-70b"
                                + " weight=50 state=fresh load=0.25");
    }

    @Test
    void aModelThatIsThereAtTheStartIsSeenFirst() throws Exception {
        drover.createModel(50, 50);
        drover.start();

        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));
        assertThat(drover.lines.seen())
                .contains(
                        "INFO Reconciling ExternalModel: llama namespace=team-a reason=first-sight",
                        "INFO Found providers: 2");
    }

    @Test
    void anEditBetweenReadAndPatchSurvivesAndIsDecidedAnew() throws Exception {
        AtomicBoolean edited = new AtomicBoolean();
        drover.figures.beforeTheDecision =
                () -> {
                    if (edited.compareAndSet(false, true)) {
                        editFirstWeights(70, 30);
                    }
                };
        drover.createModel(50, 50);
        drover.start();

        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(13, 87));

        assertThat(drover.api.requests().of("patch", "externalmodels"))
                .extracting(request -> request.code())
                .as("the first one was refused by its own tests")
                .startsWith(422)
                .endsWith(200);
        assertThat(drover.model().at("/metadata/annotations/drover.dev~1weights").asText())
                .contains("\"baseline\":70");
        assertThat(drover.lines.seen())
                .as("asked before our own write takes the list over")
                .contains("INFO Weights edited by test: 70/30, taken as baseline");
        assertThat(
                        drover.meters
                                .get("drover.weights.patches")
                                .tag("outcome", "conflict")
                                .counter()
                                .count())
                .isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "another targetModel, true",
        "another order, true",
        "one ref more in front, true",
        "another annotation, false",
    })
    void whateverIsEditedBetweenReadAndPatchSurvives(String what, boolean conflicts)
            throws Exception {
        AtomicReference<JsonNode> edited = new AtomicReference<>();
        drover.figures.beforeTheDecision =
                () -> {
                    if (edited.get() == null) {
                        edited.set(edit(what));
                    }
                };
        drover.createModel(50, 50);
        drover.start();

        await().untilAsserted(
                        () ->
                                assertThat(drover.api.requests().of("patch", "externalmodels"))
                                        .last()
                                        .satisfies(last -> assertThat(last.code()).isEqualTo(200)));
        drover.looksAgain();

        List<String> wanted = refs(edited.get());
        assertThat(refs(drover.model())).as("entries, their order and models").isEqualTo(wanted);
        assertThat(drover.model().at("/metadata/annotations/owner"))
                .isEqualTo(edited.get().at("/metadata/annotations/owner"));
        assertThat(drover.api.requests().of("patch", "externalmodels"))
                .extracting(request -> request.code())
                .containsExactlyElementsOf(conflicts ? List.of(422, 200) : List.of(200));
    }

    private ObjectNode edit(String what) {
        ArrayNode refs = (ArrayNode) drover.model().at("/spec/externalProviderRefs");
        switch (what) {
            case "another targetModel" -> ((ObjectNode) refs.get(0)).put("targetModel", "next");
            case "another order" -> refs.add(refs.remove(0));
            case "one ref more in front" -> refs.insert(0, refs.get(1).deepCopy());
            default -> {
                return patch("{\"metadata\":{\"annotations\":{\"owner\":\"me\"}}}");
            }
        }
        return patch("{\"spec\":{\"externalProviderRefs\":" + refs + "}}");
    }

    private ObjectNode patch(String merge) {
        return drover.api.patch("externalmodels", "team-a", "llama", merge);
    }

    private static List<String> refs(JsonNode model) {
        return model.at("/spec/externalProviderRefs")
                .valueStream()
                .map(ref -> ref.at("/ref/name").asText() + " " + ref.path("targetModel").asText())
                .toList();
    }

    @Test
    void aModelThatComesBackUnderItsNameHasNoPast() throws Exception {
        drover.createModel(50, 50);
        drover.start();
        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));
        drover.api.delete("externalmodels", "team-a", "llama");

        drover.createModel(30, 70);

        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(3, 97));
        assertThat(drover.model().at("/metadata/annotations/drover.dev~1weights").asText())
                .contains("\"reason\":\"first\"")
                .contains("\"baseline\":30");
        assertThat(drover.lines.seen()).noneMatch(line -> line.contains("edited by"));
    }

    @Test
    void namesWhoEditedTheWeights() throws Exception {
        drover.createModel(50, 50);
        drover.start();
        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));

        editFirstWeights(60, 40);

        await().untilAsserted(
                        () ->
                                assertThat(drover.lines.seen())
                                        .anyMatch(
                                                line ->
                                                        line.equals(
                                                                "INFO Weights edited by test:"
                                                                        + " 60/40, taken as"
                                                                        + " baseline")));
    }

    @Test
    void anEditorThatCannotBeReadIsSomebody() throws Exception {
        drover.createModel(50, 50);
        drover.start();
        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));
        drover.api.fail(Fault.get("externalmodels").with(403));

        editFirstWeights(60, 40);

        await().untilAsserted(
                        () ->
                                assertThat(drover.lines.seen())
                                        .contains(
                                                "INFO Weights edited by somebody: 60/40, taken as"
                                                        + " baseline"));
    }

    @Test
    void aChangedProviderIsAReasonToLookAtItsModels() throws Exception {
        drover.createModel(50, 50);
        drover.start();
        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(6, 94));
        drover.looksAgain();
        long before = drover.calculator().getDecisions();

        drover.api.patch(
                "externalproviders",
                "team-a",
                "cluster-b",
                "{\"spec\":{\"config\":{\"metrics\":\"disabled\"}}}");

        await().untilAsserted(
                        () -> assertThat(drover.calculator().getDecisions()).isGreaterThan(before));
    }

    @Test
    void writesNothingInObserveModeAndSaysWhatItWould() throws Exception {
        drover.mode = Mode.OBSERVE;
        drover.createModel(50, 50);
        drover.start();

        await().untilAsserted(
                        () ->
                                assertThat(drover.lines.seen())
                                        .contains(
                                                "INFO Weights would be: cluster-b 50->6, cluster-c"
                                                        + " 50->94 reason=first shift=44"
                                                        + " load=1.19/0.25"));
        assertThat(drover.patches()).isZero();
    }

    @Test
    void aPausedModelIsNotWrittenAndNotScraped() throws Exception {
        drover.createModel(50, 50);
        drover.api.patch(
                "externalmodels",
                "team-a",
                "llama",
                "{\"metadata\":{\"annotations\":{\"drover.dev/mode\":\"paused\"}}}");
        drover.start();

        await().untilAsserted(() -> assertThat(drover.figures.released).isNotEmpty());
        drover.looksAgain();
        assertThat(drover.patches()).isZero();
    }

    @Test
    void seriesOfAModelGoWithIt() throws Exception {
        drover.createModel(50, 50);
        drover.start();
        await().untilAsserted(
                        () ->
                                assertThat(drover.meters.find("drover.weights.weight").gauges())
                                        .hasSize(4));

        drover.api.delete("externalmodels", "team-a", "llama");

        await().untilAsserted(
                        () ->
                                assertThat(drover.meters.find("drover.weights.weight").gauges())
                                        .isEmpty());
        assertThat(drover.figures.released).isNotEmpty();
        assertThat(drover.lines.seen())
                .contains("INFO Reconciling ExternalModel: llama namespace=team-a reason=deleted");
    }

    @Test
    void nothingIsRememberedBeyondTheLeadership() throws Exception {
        drover.createModel(50, 50);
        drover.start();
        await().untilAsserted(() -> assertThat(drover.calculator().getBalanced()).isEqualTo(1));

        drover.flow().leadershipLost();

        assertThat(drover.calculator().getBalanced()).isZero();
        assertThat(drover.meters.find("drover.weights.weight").gauges()).isEmpty();
    }

    private void editFirstWeights(int b, int c) {
        ObjectNode model = drover.model();
        JsonNode refs = model.at("/spec/externalProviderRefs");
        ((ObjectNode) refs.get(0)).put("weight", b);
        ((ObjectNode) refs.get(1)).put("weight", c);
        drover.api.patch(
                "externalmodels",
                "team-a",
                "llama",
                "{\"spec\":{\"externalProviderRefs\":" + refs + "}}");
    }

    private static ObjectNode withoutWhatWeWrite(ObjectNode model) {
        ObjectNode rest = model.deepCopy();
        rest.at("/spec/externalProviderRefs").forEach(ref -> ((ObjectNode) ref).remove("weight"));
        rest.withObject("/metadata/annotations").remove("drover.dev/weights");
        rest.withObject("/metadata")
                .remove(List.of("resourceVersion", "generation", "managedFields"));
        return rest;
    }
}
