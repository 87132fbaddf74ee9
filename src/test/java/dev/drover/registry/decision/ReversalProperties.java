package dev.drover.registry.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Property;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.mapping.OwnKey;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.objects.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;

/** What holds of records that ask for workloads, whatever the two look like. */
class ReversalProperties {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Record 4 asks for {@code ml/iris}, which may exist, and may have been made of it. */
    private static Scene scene(long seed, boolean made) {
        Random random = new Random(seed);
        Scene scene = new Scene();
        if (made || random.nextBoolean()) {
            scene.untouched("4");
        }
        for (String label : List.of("registered-model-id", "model-version-id", "name")) {
            pick(random, "", "", "1", "202").ifPresent(it -> scene.label(label, it));
        }
        List.copyOf(scene.labels.keySet()).stream()
                .filter(it -> it.startsWith(Scene.DOMAIN) && random.nextInt(5) == 0)
                .forEach(scene.labels::remove);
        fields(random, scene);
        RegistryRecord record =
                scene.asking("4", pick(random, DesiredState.values()).orElseThrow());
        pick(random, "LINK_LABELS=strip", "LINK_TARGET=annotation", "")
                .ifPresent(it -> scene.keys.put(it.split("=")[0], it.split("=")[1]));
        if (!made) {
            String cluster = pick(random, "c1", "c2", "").orElse(null);
            if (cluster != null) {
                record = scene.identified(record, "kserve-isvc:other:1");
                record = scene.with(record, claimed(record.properties(), cluster));
            }
            scene.gone = random.nextInt(3) == 0;
            int broken = random.nextInt(8);
            scene.failing =
                    read ->
                            !(read instanceof Read.LinkTurn || read instanceof Read.DeployTurn)
                                    && Math.floorMod(read.hashCode(), 4) == broken;
            scene.deployTurn = random.nextInt(4) == 0 ? new Turn(Optional.empty()) : Turn.NOW;
        }
        if (random.nextBoolean()) { // else the walk was before the last change
            sees(scene);
        }
        return scene;
    }

    private static void fields(Random random, Scene scene) {
        pick(random, "", "other").ifPresent(it -> scene.model.put("storageUri", it));
        pick(random, "", "theirs").ifPresent(it -> scene.model.put("runtime", it));
        pick(random, "", "k")
                .ifPresent(it -> scene.model.put("storage", Map.of("key", it, "schemaPath", "s")));
        pick(random, "", "9")
                .ifPresent(it -> scene.model.put("modelFormat", Map.of("version", it, "x", "y")));
        pick(random, "", "", "from-status")
                .ifPresent(it -> scene.status.put("servingRuntimeName", it));
    }

    @SafeVarargs
    private static <T> Optional<T> pick(Random random, T... values) {
        return Optional.of(values[random.nextInt(values.length)]).filter(it -> !it.equals(""));
    }

    private static Map<String, Property> claimed(Map<String, Property> before, String cluster) {
        Map<String, Property> after = new HashMap<>(before);
        Map.of("uid", "other", "cluster", cluster, "namespace", "ml", "name", "iris")
                .forEach((key, value) -> after.put(key, new Property.Text(value)));
        return after;
    }

    /** A walk has shown the record as it is. */
    private static void sees(Scene scene) {
        scene.request =
                scene.request.map(
                        it ->
                                new DeployRequest(
                                        new KnownRecord("ml", scene.records.get("4")),
                                        it.service(),
                                        it.withdrawn(),
                                        it.template(),
                                        it.rivals()));
    }

    private static Optional<Intent> intent(Decision decision, String name) {
        return decision.intents().stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /** Whether the record stands for the workload of another cluster. */
    private static boolean isElsewheres(RegistryRecord record) {
        return OwnProperties.of(record.properties())
                .text(OwnKey.CLUSTER)
                .filter("c2"::equals)
                .isPresent();
    }

    @net.jqwik.api.Property(tries = 2000)
    void aWorkloadIsMadeOnlyWhereNoneIsAndOfARecordThatStandsForNoOther(@ForAll long seed) {
        Scene scene = scene(seed, false);
        if (intent(scene.decide(), Creation.CREATE).isPresent()) {
            assertThat(scene.gone).isTrue();
            assertThat(scene.records.get("4").state()).isEqualTo(DesiredState.DEPLOYED);
            assertThat(isElsewheres(scene.records.get("4"))).isFalse();
            assertThat(scene.asked).noneMatch(scene.failing.and(it -> isOfRecord4(it)));
        }
    }

    @net.jqwik.api.Property(tries = 2000)
    void onlyWhatWasMadeOfTheRecordIsDeletedAndOnlyByAnAnswerOfThisPass(@ForAll long seed) {
        Scene scene = scene(seed, false);
        if (intent(scene.decide(), Reversal.DELETE).isPresent()) {
            assertThat(scene.annotations).containsEntry(Workload.DEPLOYED_FROM, "ml/4");
            assertThat(scene.records.get("4").state()).isEqualTo(DesiredState.UNDEPLOYED);
            assertThat(isElsewheres(scene.records.get("4"))).isFalse();
            assertThat(scene.asked)
                    .anyMatch(ReversalProperties::isOfRecord4)
                    .noneMatch(scene.failing.and(it -> isOfRecord4(it)));
        }
    }

    private static boolean isOfRecord4(Read<?> read) {
        return read.equals(new Read.RecordWithId("ml", "4"));
    }

    @net.jqwik.api.Property(tries = 2000)
    void theRegistryOwnsStateAndRuntimeOfRecordsThatAsk(@ForAll long seed) {
        for (RegistryWrite.PatchRecord patch : Scene.patches(scene(seed, false).decide())) {
            if (patch.id().equals("4")) {
                assertThat(patch.change().state()).isEmpty();
                assertThat(patch.change().runtime()).isEmpty();
            }
        }
    }

    /**
     * Each writes what it has to, then nothing is left to be written, and what users have stays.
     */
    @net.jqwik.api.Property(tries = 1000)
    void bothDirectionsComeToRest(@ForAll long seed) {
        Scene scene = scene(seed, true);
        scene.records.computeIfPresent(
                "4", (id, it) -> it.state() == DesiredState.DEPLOYED ? it : deployed(scene, it));
        sees(scene);
        Object runtime = scene.model.get("runtime");
        int rounds = 0;
        Decision decision = scene.decide();
        while (decision.intents().stream().anyMatch(it -> !it.name().equals("AddServe"))) {
            assertThat(++rounds).as("%s", decision.intents()).isLessThan(5);
            decision.intents().forEach(it -> apply(it, scene));
            sees(scene);
            decision = scene.decide();
        }
        assertThat(scene.model)
                .containsEntry("storageUri", "s3://b/m")
                .doesNotContainKey("storage")
                .extractingByKey("runtime")
                .isEqualTo(runtime);
        assertThat(decision.standing()).isEqualTo(Standing.synced());
    }

    private static RegistryRecord deployed(Scene scene, RegistryRecord record) {
        return scene.with(record, DesiredState.DEPLOYED);
    }

    private static void apply(Intent intent, Scene scene) {
        if (intent instanceof Intent.MergePatch patch) {
            merge(scene.labels, patch.document().at("/metadata/labels"));
            merge(scene.annotations, patch.document().at("/metadata/annotations"));
            merge(scene.model, patch.document().at("/spec/predictor/model"));
        } else if (intent.document().get("write")
                        instanceof com.fasterxml.jackson.databind.node.POJONode node
                && node.getPojo() instanceof RegistryWrite.PatchRecord patch) {
            RegistryRecord before = scene.records.get(patch.id());
            scene.records.put(
                    patch.id(),
                    new RegistryRecord(
                            before.id(),
                            before.name(),
                            patch.change().externalId().or(before::externalId),
                            before.environment(),
                            before.model(),
                            patch.change().version().or(before::version),
                            patch.change().runtime().or(before::runtime),
                            patch.change().state().orElse(before.state()),
                            patch.change().properties()));
        } else {
            assertThat(intent.name()).isEqualTo("AddServe");
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void merge(Map<String, T> object, JsonNode patch) {
        Map<String, T> merged =
                JSON.convertValue(merged(JSON.valueToTree(object), patch), Map.class);
        object.clear();
        object.putAll(merged);
    }

    /** RFC 7386. */
    private static JsonNode merged(JsonNode object, JsonNode patch) {
        if (!(patch instanceof ObjectNode)) {
            return patch.isMissingNode() ? object : patch;
        }
        ObjectNode result = object instanceof ObjectNode it ? it : JSON.createObjectNode();
        patch.properties()
                .forEach(
                        field -> {
                            if (field.getValue().isNull()) {
                                result.remove(field.getKey());
                            } else {
                                result.set(
                                        field.getKey(),
                                        merged(result.path(field.getKey()), field.getValue()));
                            }
                        });
        return result;
    }
}
