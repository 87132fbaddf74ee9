package dev.drover.registry.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.intents.Intent;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Property;
import dev.drover.registry.api.RegistryRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;

/** What holds whatever a registry, its failures and the labels look like. */
class DecisionProperties {
    private static final List<String> IDS = List.of("4", "5", "6");

    /** Any scene that the seed leads to. */
    private static Scene scene(long seed) {
        Random random = new Random(seed);
        Scene scene = new Scene();
        pick(random, "1", "2", "404", null).ifPresent(scene::model);
        pick(random, "201", "202", "404", null).ifPresent(scene::version);
        pick(random, "4", "5", "9", null).ifPresent(scene::link);
        if (random.nextInt(4) == 0) {
            scene.ready();
        }
        pick(random, "keep", "strip").ifPresent(it -> scene.keys.put("LINK_LABELS", it));
        String target = pick(random, "label", "annotation").orElseThrow();
        scene.keys.put("LINK_TARGET", target);
        pick(random, "link", target.equals("label") ? "off" : "full", "full")
                .ifPresent(it -> scene.keys.put("STATUS_ANNOTATION", it));
        pick(random, "on", "off").ifPresent(it -> scene.keys.put("FINALIZER", it));
        scene.deletedAt = random.nextInt(5) == 0 ? "2026-11-30T11:59:59Z" : null;
        scene.gone = random.nextInt(8) == 0;
        scene.referencesDue = random.nextBoolean();
        for (String id : IDS) {
            record(random, scene, id);
        }
        int broken = random.nextInt(12);
        scene.failing =
                read ->
                        !(read instanceof Read.LinkTurn)
                                && broken < 3
                                && Math.floorMod(read.hashCode(), 4) == broken;
        return scene;
    }

    private static void record(Random random, Scene scene, String id) {
        if (random.nextInt(3) == 0) {
            return;
        }
        RegistryRecord record =
                scene.own(
                        id,
                        pick(random, "1", "2").orElseThrow(),
                        pick(random, "201", "202", null).orElse(null));
        if (random.nextBoolean()) {
            record =
                    scene.identified(
                            record,
                            pick(random, "theirs", "kserve-isvc:other:1", null).orElse(null));
        }
        if (random.nextInt(3) == 0) {
            record = scene.with(record, DesiredState.UNDEPLOYED);
        }
        if (random.nextBoolean()) {
            record =
                    scene.with(
                            record,
                            Map.of(
                                    "foreign",
                                    new Property.Text("kept"),
                                    "url",
                                    new Property.Text("old")));
        }
        if (random.nextBoolean()) {
            scene.view.add(new KnownRecord("ml", record));
        }
    }

    private static Optional<String> pick(Random random, String... values) {
        return Optional.ofNullable(values[random.nextInt(values.length)]);
    }

    @net.jqwik.api.Property(tries = 3000)
    void nothingIsCreatedWithoutAnAuthoritativeAbsence(@ForAll long seed) {
        Scene scene = scene(seed);
        Decision decision = scene.decide();
        boolean creates =
                Scene.writes(decision).stream()
                        .anyMatch(RegistryWrite.CreateRecord.class::isInstance);
        if (creates) {
            assertThat(scene.asked).anyMatch(Read.RecordIdentifiedBy.class::isInstance);
            assertThat(scene.asked).noneMatch(read -> isFind(read) && scene.failing.test(read));
            assertThat(decision.failure()).isEmpty();
            String identity =
                    Scene.writes(decision).stream()
                            .filter(RegistryWrite.CreateRecord.class::isInstance)
                            .map(it -> ((RegistryWrite.CreateRecord) it).record().externalId())
                            .findFirst()
                            .orElseThrow();
            assertThat(scene.records.values())
                    .noneMatch(it -> it.externalId().equals(Optional.of(identity)));
        }
    }

    private static boolean isFind(Read<?> read) {
        return read instanceof Read.RecordIdentifiedBy || read instanceof Read.RecordNamed;
    }

    @net.jqwik.api.Property(tries = 3000)
    void onlyOwnRecordsAreWrittenAndOnlyAfterAReadOfThisPass(@ForAll long seed) {
        Scene scene = scene(seed);
        for (RegistryWrite.PatchRecord patch : Scene.patches(scene.decide())) {
            RegistryRecord record = scene.records.get(patch.id());
            boolean closes = patch.change().state().equals(Optional.of(DesiredState.UNDEPLOYED));
            assertThat(record.externalId())
                    .isIn(
                            Optional.empty(),
                            Optional.of("kserve-isvc:u:" + record.model()),
                            // of an earlier object of this name and cluster
                            closes
                                    ? Optional.of("kserve-isvc:other:" + record.model())
                                    : Optional.empty());
            assertThat(scene.asked)
                    .anyMatch(
                            read ->
                                    read.equals(new Read.RecordWithId("ml", patch.id()))
                                            || isFind(read));
        }
    }

    @net.jqwik.api.Property(tries = 3000)
    void atMostOneMetadataPatchAndOnePatchARecord(@ForAll long seed) {
        Decision decision = scene(seed).decide();
        assertThat(
                        decision.intents().stream()
                                .filter(Intent.MergePatch.class::isInstance)
                                .filter(
                                        it ->
                                                it.document()
                                                        .at("/metadata/finalizers")
                                                        .isMissingNode())
                                .count())
                .isLessThanOrEqualTo(1);
        Map<String, Long> byRecord =
                Scene.patches(decision).stream()
                        .collect(
                                Collectors.groupingBy(
                                        RegistryWrite.PatchRecord::id, Collectors.counting()));
        assertThat(byRecord.values()).allMatch(count -> count == 1);
    }

    @net.jqwik.api.Property(tries = 3000)
    void everyPatchCarriesStateAndTheCompleteMap(@ForAll long seed) {
        Scene scene = scene(seed);
        for (RegistryWrite.PatchRecord patch : Scene.patches(scene.decide())) {
            assertThat(patch.change().state()).isPresent();
            RegistryRecord record = scene.records.get(patch.id());
            record.properties().entrySet().stream()
                    .filter(it -> it.getKey().equals("foreign") || it.getKey().equals("theirs"))
                    .forEach(
                            it ->
                                    assertThat(patch.change().properties())
                                            .containsEntry(it.getKey(), it.getValue()));
        }
    }

    @net.jqwik.api.Property(tries = 1000)
    void theSameSceneLeadsToTheSameDecision(@ForAll long seed) {
        Decision once = scene(seed).decide();
        assertThat(scene(seed).decide().intents().stream().map(Intent::name).toList())
                .isEqualTo(once.intents().stream().map(Intent::name).toList());
    }
}
