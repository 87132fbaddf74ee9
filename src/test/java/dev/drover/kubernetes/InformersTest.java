package dev.drover.kubernetes;

import static dev.drover.kubernetes.InformerRig.MODELS;
import static dev.drover.kubernetes.InformerRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.InformerRig.Transport;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class InformersTest {
    private static final InformerKey KEY = InformerKey.of(MODELS);

    @Test
    void sharesOneInformerAmongAllThatWatchTheSame() {
        try (FaultyApiServer server = new FaultyApiServer();
                InformerRig rig = new InformerRig(server, Transport.WEBSOCKET).awaitWatching()) {
            assertThat(rig.informers.acquire(KEY, UnaryOperator.identity())).isSameAs(rig.informer);
            assertThat(rig.informers.find(KEY)).containsSame(rig.informer);
            assertThat(rig.informers.all()).containsExactly(rig.informer);
            InformerKey other = new InformerKey(MODELS, List.of(), "a=b", "");
            assertThat(rig.informers.acquire(other, UnaryOperator.identity()))
                    .isNotSameAs(rig.informer);
        }
    }

    @Test
    void keepsAnInformerWarmThatIsUsedAgainSoon() {
        try (FaultyApiServer server = new FaultyApiServer();
                InformerRig rig =
                        new InformerRig(server, Transport.WEBSOCKET, Duration.ofMillis(100))
                                .awaitWatching()) {
            rig.informers.release(KEY);
            ResourceInformer again = rig.informers.acquire(KEY, UnaryOperator.identity());
            InformerRig.holds(() -> rig.informers.find(KEY).isPresent());
            assertThat(again).isSameAs(rig.informer);
            assertThat(server.lists()).isEqualTo(1);
        }
    }

    @Test
    void closesAnInformerThatNobodyUsesAnyMore() {
        try (FaultyApiServer server = new FaultyApiServer();
                InformerRig rig =
                        new InformerRig(server, Transport.WEBSOCKET, Duration.ofMillis(100))
                                .awaitWatching()) {
            rig.informers.acquire(KEY, UnaryOperator.identity());
            rig.informers.release(KEY);
            InformerRig.holds(() -> server.watches() == 1);
            rig.informers.release(KEY);
            eventually(() -> rig.informers.find(KEY).isEmpty() && server.watches() == 0);
        }
    }
}
