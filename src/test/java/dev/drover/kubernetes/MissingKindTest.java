package dev.drover.kubernetes;

import static dev.drover.kubernetes.InformerRig.QUICK;
import static dev.drover.kubernetes.InformerRig.eventually;
import static dev.drover.kubernetes.InformerRig.holds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.FaultyApiServer.Asked;
import dev.drover.kubernetes.InformerRig.Transport;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A kind that the server does not serve (CRD absent) is not an empty collection. */
@Timeout(60)
class MissingKindTest {
    private final FaultyApiServer server = new FaultyApiServer();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void waitsForACrdThatComesLater() {
        server.serve();
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET)) {
            eventually(rig.informer::missing);
            assertThat(rig.informer.synced()).isFalse();
            assertThat(rig.informer.disconnectedFor()).as("the server has answered").isZero();
            assertThat(rig.meters.find("drover.crd.present").gauge().value()).isZero();
            assertThat(server.asked())
                    .as("discovery only, no permission needed")
                    .allMatch(asked -> asked.path().equals("/apis/tests.example.com"));

            server.put("a", "one", "1");
            server.serve("v1");
            rig.awaitTold("INITIAL a/one null->1");
            assertThat(rig.informer.missing()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void reportsNoDeletionsWhenTheCrdIsDeleted(Transport transport) {
        server.put("a", "one", "1");
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.removeKind();
            eventually(rig.informer::missing);
            assertThat(rig.informer.list()).isEmpty();
            assertThat(rig.informer.synced()).isFalse();
            holds(() -> rig.told.size() == 1);

            server.serve("v1");
            server.put("a", "other", "1");
            rig.awaitTold("INITIAL a/other null->1");
            assertThat(rig.lines()).as("nobody deleted a/one").hasSize(2);
            assertThat(rig.informer.list()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void reportsWhatVanishedWhenTheSameKindWasAwayForAMoment(Transport transport) {
        server.put("a", "stays", "1");
        server.put("a", "goes", "1");
        try (InformerRig rig = new InformerRig(server, transport).awaitWatching()) {
            server.serve();
            server.closeWatches();
            eventually(rig.informer::missing);
            server.delete("a", "goes");
            server.serve("v1");
            rig.awaitTold("DELETED a/goes 1->null");
            assertThat(rig.told).hasSize(3);
        }
    }

    @Test
    void doesNotBelieveA404ThatDiscoveryContradicts() {
        server.put("a", "one", "1");
        server.refuse(404, Asked::list);
        try (InformerRig rig = new InformerRig(server, Transport.WEBSOCKET)) {
            eventually(() -> server.lists() >= 3);
            assertThat(rig.informer.missing()).isFalse();
            assertThat(rig.informer.synced()).isFalse();
            server.heal();
            rig.awaitTold("INITIAL a/one null->1");
        }
    }

    @Test
    void takesTheFirstVersionThatIsServed() {
        server.serve("v1alpha1");
        ResourceType either = ResourceType.parse("tests.example.com/v1alpha2,v1alpha1/models");
        try (InformerRig rig =
                new InformerRig(server, Transport.WEBSOCKET, QUICK, InformerKey.of(either))
                        .awaitWatching()) {
            assertThat(watchedVersions()).containsExactly("v1alpha1");

            server.serve("v1alpha2");
            server.closeWatches();
            eventually(() -> watchedVersions().equals(List.of("v1alpha1", "v1alpha2")));
            rig.awaitWatching();
        }
    }

    private List<String> watchedVersions() {
        return server.asked().stream()
                .filter(Asked::list)
                .map(asked -> asked.path().split("/", -1)[3])
                .distinct()
                .toList();
    }
}
