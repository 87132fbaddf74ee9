package dev.drover.kubernetes;

import static dev.drover.kubernetes.InformerRig.MODELS;
import static dev.drover.kubernetes.InformerRig.QUICK;
import static dev.drover.kubernetes.InformerRig.eventually;
import static dev.drover.kubernetes.InformerRig.holds;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.FaultyApiServer.Asked;
import dev.drover.kubernetes.FaultyApiServer.Refusal;
import dev.drover.kubernetes.InformerRig.Transport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** However a watch ends or lies, the cache returns to the true state, and without a storm. */
@Timeout(60)
class InformerFaultsTest {
    private final FaultyApiServer server = new FaultyApiServer();

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void goesOnFromTheLastVersionWhenTheWatchIsClosed(Transport transport) {
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.put("a", "one", "1");
            rig.awaitTold("ADDED a/one null->1");
            server.mute(true);
            server.put("a", "one", "2");
            server.mute(false);
            server.closeWatches();
            rig.awaitTold("MODIFIED a/one 1->2");
            assertThat(server.lists()).as("resumed, not listed").isEqualTo(1);
            assertThat(rig.counted("drover.informer.watch.errors", "closed")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void goesOnFromABookmarkWhenOlderVersionsAreGone(Transport transport) {
        InformerKey onlyA = new InformerKey(MODELS, List.of("a"), "", "");
        try (InformerRig rig = new InformerRig(server, transport, QUICK, onlyA).awaitWatching()) {
            server.put("b", "elsewhere", "1");
            server.compact();
            server.bookmark();
            server.closeWatches();
            eventually(() -> server.watchRequests() == 2);
            server.put("a", "one", "1");
            rig.awaitTold("ADDED a/one null->1");
            assertThat(server.lists()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsAnewAfterA410AndNoticesWhatVanished(Transport transport) {
        server.put("a", "stays", "1");
        server.put("a", "goes", "1");
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.mute(true);
            server.delete("a", "goes");
            server.put("a", "comes", "1");
            server.compact();
            server.mute(false);
            server.closeWatches();
            rig.awaitTold("DELETED a/goes 1->null", "RELISTED a/comes null->1");
            assertThat(rig.lines()).as("what did not change is not told").hasSize(4);
            assertThat(rig.counted("drover.informer.relists", "gone")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsAnObjectThatCameBackUnderItsNameAsAnother(Transport transport) {
        server.put("a", "one", "old");
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.mute(true);
            server.delete("a", "one");
            server.put("a", "one", "new");
            server.mute(false);
            rig.informer.relist("test");
            rig.awaitTold("DELETED a/one old->null", "RELISTED a/one null->new");
        }
    }

    @ParameterizedTest
    @EnumSource
    void slowsDownWhenEveryWatchIsClosedAtOnce(Transport transport) {
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.closeWatchesAtOnce(true);
            server.closeWatches();
            eventually(() -> server.watchRequests() >= 6);
            List<Long> times =
                    server.asked().stream().filter(Asked::watch).map(Asked::nanos).toList();
            Duration tries = Duration.ofNanos(times.get(5) - times.get(1));
            assertThat(tries)
                    .as("40 + 80 + 160 + 320 ms, less a fifth")
                    .isGreaterThan(Duration.ofMillis(470));

            server.put("a", "one", "1");
            server.closeWatchesAtOnce(false);
            rig.awaitTold("ADDED a/one null->1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "WEBSOCKET, {\"type\":\"MODI",
        "HTTP, {\"type\":\"MODI",
        "WEBSOCKET, <html>",
        "HTTP, '{\"type\":\"ADDED\",\"object\":null}'",
        "WEBSOCKET, '{\"type\":\"RENAMED\",\"object\":{\"kind\":\"Model\",\"metadata\":{}}}'",
        "HTTP, '\0'",
    })
    void listsAnewAfterAFrameThatCannotBeRead(Transport transport, String frame) {
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.toAll(frame);
            eventually(() -> rig.counted("drover.informer.relists", "undecodable") == 1);
            rig.awaitWatching();
            server.put("a", "one", "1");
            eventually(() -> rig.informer.size() == 1);
            assertThat(rig.counted("drover.informer.watch.errors", "undecodable")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void outlivesAnErrorEvent(Transport transport) {
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.toAll(
                    "{\"type\":\"ERROR\",\"object\":"
                            + FaultyApiServer.status(500, "etcdserver: leader changed")
                            + "}");
            eventually(() -> server.watchRequests() == 2);
            server.put("a", "one", "1");
            rig.awaitTold("ADDED a/one null->1");
            assertThat(rig.counted("drover.informer.watch.errors", "server")).isEqualTo(1);
            assertThat(server.lists()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void givesUpAWatchThatIsSilentForTooLong(Transport transport) {
        server.put("a", "goes", "1");
        try (InformerRig rig =
                new InformerRig(server, transport, stallingAfter(300), InformerKey.of(MODELS))
                        .awaitWatching()) {
            server.mute(true);
            server.delete("a", "goes");
            server.put("a", "comes", "1");
            eventually(() -> rig.informer.get(ObjectKey.parse("a/comes")).isPresent());
            assertThat(rig.lines()).contains("DELETED a/goes 1->null");
            assertThat(rig.counted("drover.informer.relists", "stalled")).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesABookmarkForASignOfLife(Transport transport) {
        try (InformerRig rig =
                new InformerRig(server, transport, stallingAfter(300), InformerKey.of(MODELS))
                        .awaitWatching()) {
            holds(
                    () -> {
                        server.bookmark();
                        return rig.informer.relists() == 1;
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void ignoresEventsThatComeAgainOrTooLate(Transport transport) {
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            String first = server.put("a", "one", "1");
            String second = server.put("a", "one", "2");
            server.repeat(second);
            server.repeat(first);
            String stale = server.eventOf("MODIFIED", "a", "one");
            server.delete("a", "one");
            server.toAll(stale);
            server.put("a", "end", "1");
            rig.awaitTold(
                    "ADDED a/one null->1",
                    "MODIFIED a/one 1->2",
                    "DELETED a/one 2->null",
                    "ADDED a/end null->1");
            assertThat(rig.told).hasSize(4);
        }
    }

    @Test
    void readsAnyTextHoweverTheNetworkCutsIt() {
        try (InformerRig rig = new InformerRig(server, Transport.HTTP).awaitWatching()) {
            server.mute(true);
            server.put("a", "one", "żółć 🐑 漢字");
            byte[] line = (server.eventOf("ADDED", "a", "one") + "\n").getBytes(UTF_8);
            byte[][] bytes = new byte[line.length][];
            for (int i = 0; i < line.length; i++) {
                bytes[i] = Arrays.copyOfRange(line, i, i + 1);
            }
            server.toAllInPieces(bytes);
            server.mute(false);
            server.put("a", "two", "after");
            rig.awaitTold("ADDED a/one null->żółć 🐑 漢字", "ADDED a/two null->after");
            assertThat(rig.informer.relists()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsFieldsThatItHasNeverHeardOf(Transport transport) {
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.mute(true);
            server.put("a", "one", "1");
            server.toAll(
                    server.eventOf("ADDED", "a", "one")
                            .replace("\"spec\":{", "\"novel\":[1,{\"x\":null}],\"spec\":{"));
            rig.awaitTold("ADDED a/one null->1");
            assertThat(rig.informer.list().get(0).getAdditionalProperties())
                    .containsEntry(
                            "novel",
                            Arrays.asList(1, java.util.Collections.singletonMap("x", null)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void startsWithoutTheServerAndIsThereSoonAfterIt(Transport transport) {
        server.put("a", "one", "1");
        server.stop();
        try (InformerRig rig = new InformerRig(server, transport)) {
            eventually(() -> rig.informer.lastError().isPresent());
            assertThat(rig.informer.synced()).isFalse();
            assertThat(rig.informer.missing()).as("no answer is not the answer no").isFalse();
            assertThat(rig.informer.disconnectedFor()).isPositive();
            server.restart();
            rig.awaitTold("INITIAL a/one null->1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void catchesUpAfterTheServerWasAway(Transport transport) {
        server.put("a", "one", "1");
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.stop();
            server.put("a", "one", "2");
            eventually(() -> !rig.informer.disconnectedFor().isZero());
            server.restart();
            eventually(
                    () ->
                            rig.lines().contains("MODIFIED a/one 1->2")
                                    || rig.lines().contains("RELISTED a/one 1->2"));
            assertThat(rig.informer.lastError()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsFirstWhenItWasCutOffForMoreThanTenSeconds(Transport transport) {
        server.put("a", "one", "1");
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.refuse(503, asked -> true);
            server.closeWatches();
            eventually(() -> server.watchRequests() > 1);
            assertThat(rig.informer.fresh()).as("a moment is nothing").isTrue();
            rig.skew.addAndGet(Duration.ofSeconds(11).toNanos());
            assertThat(rig.informer.fresh()).isFalse();
            server.put("a", "one", "2");
            server.heal();
            rig.awaitTold("RELISTED a/one 1->2");
            eventually(rig.informer::fresh);
            assertThat(rig.counted("drover.informer.relists", "disconnected")).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void healsWhenTheFirstListIsForbiddenAndGrantedLater(Transport transport) {
        server.put("a", "one", "1");
        server.refuse(403, Asked::list);
        try (InformerRig rig = new InformerRig(server, transport)) {
            eventually(() -> rig.counted("drover.informer.watch.errors", "forbidden") >= 2);
            assertThat(rig.informer.synced()).isFalse();
            assertThat(rig.informer.settled()).as("nothing to wait for").isTrue();
            assertThat(rig.informer.lastError())
                    .hasValueSatisfying(text -> assertThat(text).contains("403"));
            server.heal();
            rig.awaitTold("INITIAL a/one null->1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsOneRequestATryWhileTheServerFails(Transport transport) {
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.refuse(503, Asked::watch);
            server.closeWatches();
            eventually(() -> rig.counted("drover.informer.watch.errors", "server") >= 4);
            assertThat(server.watchRequests())
                    .isBetween(
                            (long) rig.counted("drover.informer.watch.errors", "server"),
                            (long) rig.counted("drover.informer.watch.errors", "server") + 2);
            assertThat(server.asked())
                    .filteredOn(Asked::watch)
                    .allMatch(asked -> asked.webSocket() == (transport == Transport.WEBSOCKET));
            server.heal();
            server.put("a", "one", "1");
            eventually(() -> rig.informer.size() == 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitsAsLongAsTheServerAsks(Transport transport) {
        server.put("a", "one", "1");
        server.fault(
                asked ->
                        server.lists() <= 1 && asked.list()
                                ? Optional.of(new Refusal(429, Map.of("Retry-After", "1"), ""))
                                : Optional.empty());
        try (InformerRig rig = new InformerRig(server, transport)) {
            rig.awaitTold("INITIAL a/one null->1");
            List<Long> lists =
                    server.asked().stream().filter(Asked::list).map(Asked::nanos).toList();
            assertThat(lists).hasSize(2);
            assertThat(Duration.ofNanos(lists.get(1) - lists.get(0)))
                    .isGreaterThan(Duration.ofMillis(990));
            assertThat(rig.meters.find("drover.http.client.throttled.seconds").counter().count())
                    .isEqualTo(1);
        }
    }

    @Test
    void goesOnOverPlainHttpWhereWebSocketsAreUnknown() {
        server.refuse(400, Asked::webSocket);
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            server.put("a", "one", "1");
            rig.awaitTold("ADDED a/one null->1");
            assertThat(server.lists()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void triesAgainWhenAWatchIsNeverAnswered(Transport transport) {
        server.fault(asked -> asked.watch() ? Optional.of(Refusal.code(0)) : Optional.empty());
        InformerSettings impatient =
                new InformerSettings(
                        QUICK.relist(),
                        QUICK.stalledAfter(),
                        QUICK.missingPoll(),
                        QUICK.firstRetry(),
                        Duration.ofMillis(200),
                        QUICK.keptUnused(),
                        500);
        try (InformerRig rig =
                new InformerRig(server, transport, impatient, InformerKey.of(MODELS))) {
            eventually(() -> server.watchRequests() >= 2);
            assertThat(rig.informer.disconnectedFor()).isPositive();
            server.heal();
            rig.awaitWatching();
        }
    }

    private static InformerSettings stallingAfter(int millis) {
        return new InformerSettings(
                QUICK.relist(),
                Duration.ofMillis(millis),
                QUICK.missingPoll(),
                QUICK.firstRetry(),
                Duration.ofMillis(millis),
                QUICK.keptUnused(),
                500);
    }
}
