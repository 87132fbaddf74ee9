package dev.drover.kubernetes;

import static dev.drover.kubernetes.InformerRig.MODELS;
import static dev.drover.kubernetes.InformerRig.QUICK;
import static dev.drover.kubernetes.InformerRig.eventually;
import static dev.drover.kubernetes.InformerRig.holds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.FaultyApiServer.Asked;
import dev.drover.kubernetes.InformerRig.Transport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ordinary work: what is there, what comes, what changes, what goes. */
class ResourceInformerTest {
    private final FaultyApiServer server = new FaultyApiServer();

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void showsWhatIsThereAndFollowsEveryChange(Transport transport) {
        server.put("a", "one", "1");
        server.put("a", "two", "1");
        server.put("b", "one", "1");
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            assertThat(rig.lines())
                    .containsExactlyInAnyOrder(
                            "INITIAL a/one null->1",
                            "INITIAL a/two null->1",
                            "INITIAL b/one null->1");

            server.put("a", "one", "2");
            server.put("c", "new", "1");
            server.delete("b", "one");

            rig.awaitTold("MODIFIED a/one 1->2", "ADDED c/new null->1", "DELETED b/one 1->null");
            assertThat(rig.informer.list()).hasSize(3);
            assertThat(rig.informer.get(ObjectKey.parse("b/one"))).isEmpty();
            assertThat(rig.informer.relists()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsNothingMoreOnceItWatches(Transport transport) {
        server.put("a", "one", "1");
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            int asked = server.asked().size();
            holds(() -> server.asked().size() == asked && rig.informer.fresh());
        }
    }

    @Test
    void readsTheListInPages() {
        for (int i = 0; i < 5; i++) {
            server.put("a", "m" + i, "1");
        }
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            assertThat(rig.informer.size()).isEqualTo(5);
            List<Asked> pages = server.asked().stream().filter(Asked::list).toList();
            assertThat(pages)
                    .hasSize(3)
                    .allSatisfy(page -> assertThat(page.query()).containsEntry("limit", "2"));
            assertThat(rig.informer.relists()).as("three pages are one list").isEqualTo(1);
        }
    }

    @Test
    void beginsTheListAgainWhenItsPagesExpire() {
        for (int i = 0; i < 5; i++) {
            server.put("a", "m" + i, "1");
        }
        server.fault(
                asked -> {
                    if (asked.query().containsKey("continue") && server.lists() == 2) {
                        server.put("a", "late", "1");
                        server.compact();
                    }
                    return java.util.Optional.empty();
                });
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            assertThat(rig.informer.size()).isEqualTo(6);
            assertThat(server.lists()).isGreaterThan(3);
        }
    }

    @Test
    void asksForTheWholeListWhenPagesAlwaysExpire() {
        for (int i = 0; i < 5; i++) {
            server.put("a", "m" + i, "1");
        }
        server.refuse(410, asked -> asked.query().containsKey("continue"));
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            assertThat(rig.informer.size()).isEqualTo(5);
            assertThat(server.asked().stream().filter(Asked::list).reduce((a, b) -> b))
                    .hasValueSatisfying(
                            last -> assertThat(last.query()).doesNotContainKey("limit"));
        }
    }

    @Test
    void prunesBeforeItKeeps() {
        server.put("a", "listed", "1");
        UnaryOperator<io.fabric8.kubernetes.api.model.GenericKubernetesResource> prune =
                object -> {
                    object.<java.util.Map<String, Object>>get("spec").remove("bulk");
                    return object;
                };
        try (InformerRig rig =
                new InformerRig(server, Transport.WEBSOCKET, QUICK, InformerKey.of(MODELS), prune)
                        .awaitWatching()) {
            server.put("a", "watched", "1");
            rig.awaitTold("ADDED a/watched null->1");
            assertThat(rig.informer.list())
                    .hasSize(2)
                    .allSatisfy(
                            object -> {
                                assertThat(object.<Object>get("spec", "bulk")).isNull();
                                assertThat(object.getMetadata().getManagedFields()).isEmpty();
                            });
        }
    }

    @Test
    void keepsAnObjectThatThePruneCannotCopeWith() {
        server.put("a", "one", "1");
        try (InformerRig rig =
                new InformerRig(
                                server,
                                Transport.WEBSOCKET,
                                QUICK,
                                InformerKey.of(MODELS),
                                object -> {
                                    throw new IllegalStateException("no");
                                })
                        .awaitWatching()) {
            assertThat(rig.lines()).containsExactly("INITIAL a/one null->1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void watchesNamespacesOneByOneBehindOneCache(Transport transport) {
        server.put("a", "one", "1");
        server.put("b", "one", "1");
        server.put("hidden", "one", "1");
        InformerKey key = new InformerKey(MODELS, List.of("b", "a"), "", "");
        try (InformerRig rig = new InformerRig(server, transport, QUICK, key)) {
            eventually(() -> rig.informer.synced() && server.watches() == 2);
            server.put("hidden", "one", "2");
            server.put("b", "one", "2");
            rig.awaitTold("MODIFIED b/one 1->2");
            assertThat(rig.informer.list()).hasSize(2);
            assertThat(server.asked())
                    .filteredOn(asked -> asked.path().endsWith("/models"))
                    .allSatisfy(
                            asked -> assertThat(asked.path()).matches(".*/namespaces/[ab]/models"));
            rig.informer.relist("test");
            eventually(() -> rig.informer.relists() == 4 && rig.informer.fresh());
            assertThat(rig.lines())
                    .as("a list of one namespace says nothing about the other")
                    .noneMatch(line -> line.startsWith("DELETED"));
        }
    }

    @Test
    void handsSelectorsToTheServer() {
        InformerKey key = new InformerKey(MODELS, List.of(), "a/b=true,!c", "metadata.name=x");
        try (InformerRig rig =
                new InformerRig(server, Transport.WEBSOCKET, QUICK, key).awaitWatching()) {
            assertThat(server.asked())
                    .filteredOn(asked -> asked.path().endsWith("/models"))
                    .hasSize(2)
                    .allSatisfy(
                            asked ->
                                    assertThat(asked.query())
                                            .containsEntry("labelSelector", "a/b=true,!c")
                                            .containsEntry("fieldSelector", "metadata.name=x"));
            assertThat(rig.meters.find("drover.informer.synced").gauge().getId().getTag("resource"))
                    .isEqualTo("models.tests.example.com[a/b=true,!c;metadata.name=x]");
        }
    }

    @Test
    void tellsALateSubscriberWhatIsThere() {
        server.put("a", "one", "1");
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            List<String> late = new java.util.concurrent.CopyOnWriteArrayList<>();
            Subscriber subscriber =
                    (key, before, now, change, nanos) -> late.add(change + " " + key);
            rig.informer.subscribe(subscriber);
            assertThat(late).containsExactly("INITIAL a/one");

            rig.informer.unsubscribe(subscriber);
            server.put("a", "one", "2");
            rig.awaitTold("MODIFIED a/one 1->2");
            assertThat(late).hasSize(1);
        }
    }

    @Test
    void losesNoChangeBecauseASubscriberFails() {
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            rig.informer.subscribe(
                    (key, before, now, change, nanos) -> {
                        throw new IllegalStateException("no");
                    });
            List<String> after = new java.util.concurrent.CopyOnWriteArrayList<>();
            rig.informer.subscribe((key, before, now, change, nanos) -> after.add(key.toString()));
            server.put("a", "one", "1");
            server.put("a", "two", "1");
            eventually(() -> after.equals(List.of("a/one", "a/two")));
            assertThat(rig.informer.relists()).isEqualTo(1);
        }
    }

    @Test
    void findsObjectsByWhatAnIndexMakesOfThem() {
        server.put("a", "one", "red");
        server.put("a", "two", "blue");
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            rig.informer.addIndex("colour", object -> List.of(InformerRig.note(object)));
            assertThat(rig.informer.byIndex("colour", "red"))
                    .containsExactly(ObjectKey.parse("a/one"));

            server.put("a", "one", "blue");
            server.delete("a", "two");
            rig.awaitTold("DELETED a/two blue->null");
            assertThat(rig.informer.byIndex("colour", "red")).isEmpty();
            assertThat(rig.informer.byIndex("colour", "blue"))
                    .containsExactly(ObjectKey.parse("a/one"));
            assertThat(rig.informer.byIndex("shape", "round")).isEmpty();
        }
    }

    @Test
    void tellsAWriterWhenItsVersionHasGoneThrough() {
        ObjectKey one = ObjectKey.parse("a/one");
        server.put("a", "one", "1");
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            server.mute(true);
            String written = server.put("a", "one", "2");
            CompletableFuture<Void> seen = rig.informer.seen(one, written);
            assertThat(seen).isNotDone();
            server.mute(false);
            server.repeat(written);
            eventually(seen::isDone);

            server.put("a", "one", "3");
            rig.awaitTold("MODIFIED a/one 2->3");
            assertThat(rig.informer.seen(one, written)).as("overtaken, but seen").isCompleted();
            assertThat(rig.informer.seen(one, "1")).isNotDone();
            assertThat(rig.informer.version(one)).isNotEqualTo(java.util.Optional.of(written));
        }
    }

    @Test
    void listsAnewNowAndThenAndTellsOnlyDifferences() {
        server.put("a", "same", "1");
        InformerSettings often =
                new InformerSettings(
                        Duration.ofMillis(100),
                        QUICK.stalledAfter(),
                        QUICK.missingPoll(),
                        QUICK.firstRetry(),
                        QUICK.openTimeout(),
                        QUICK.keptUnused(),
                        500);
        try (InformerRig rig =
                new InformerRig(server, Transport.WEBSOCKET, often, InformerKey.of(MODELS))) {
            eventually(() -> rig.counted("drover.informer.relists", "schedule") >= 2);
            assertThat(rig.lines()).containsExactly("INITIAL a/same null->1");
        }
    }

    @Test
    void showsItsStateAsSeries() {
        server.put("a", "one", "1");
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            assertThat(gauge(rig, "drover.informer.synced")).isEqualTo(1);
            assertThat(gauge(rig, "drover.informer.objects")).isEqualTo(1);
            assertThat(gauge(rig, "drover.informer.disconnected.seconds")).isZero();
            assertThat(gauge(rig, "drover.informer.last.event.seconds")).isBetween(0.0, 10.0);
            assertThat(gauge(rig, "drover.crd.present")).isEqualTo(1);
            assertThat(rig.counted("drover.informer.relists", "start")).isEqualTo(1);
            rig.informer.close();
            assertThat(rig.meters.find("drover.informer.synced").gauge()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void givesTheWatchBackWhenItCloses(Transport transport) {
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            rig.informer.close();
            eventually(() -> server.watches() == 0);
            int asked = server.asked().size();
            holds(() -> server.asked().size() == asked);
        }
    }

    private static double gauge(InformerRig rig, String name) {
        return rig.meters.find(name).tag("resource", "models.tests.example.com").gauge().value();
    }
}
