package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TroubleLogTest {
    private static final ResourceType MODELS =
            ResourceType.parse("inference.opendatahub.io/v1alpha1/externalmodels");
    private static final ResourceType PROVIDERS =
            ResourceType.parse("inference.opendatahub.io/v1alpha1/externalproviders");
    private static final Failure FORBIDDEN = new Failure(Trouble.FORBIDDEN, "HTTP 403: no");
    private static final Failure AWAY = new Failure(Trouble.NETWORK, "Connection refused");

    private final Logger logger = Logger.getLogger(ResourceInformer.class.getName());
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AtomicLong now = new AtomicLong();
    private final TroubleLog log = new TroubleLog(now::get);
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord line) {
                    lines.add(line.getLevel() + " " + line.getMessage());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setLevel(Level.INFO);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setLevel(null);
        logger.setUseParentHandlers(true);
    }

    @Test
    void saysWhoMayNotDoWhatOnceAndAgainEachHour() {
        log.failed("list", MODELS, "team-a", FORBIDDEN);
        log.failed("list", MODELS, "team-a", FORBIDDEN);
        assertThat(lines)
                .containsExactly(
                        "WARNING forbidden: may not list externalmodels.inference.opendatahub.io in"
                                + " namespace team-a; it needs get, list and watch there:"
                                + " kubectl apply -l drover.dev/part=rbac -k <overlay you"
                                + " installed> (HTTP 403: no)");
        later(Duration.ofHours(1));
        log.failed("list", MODELS, "team-a", FORBIDDEN);
        assertThat(lines).hasSize(2);
    }

    @Test
    void namesEachNamespaceThatIsForbidden() {
        log.failed("list", MODELS, "team-a", FORBIDDEN);
        log.failed("list", MODELS, "team-b", FORBIDDEN);
        assertThat(lines).hasSize(2);
    }

    @Test
    void saysThatTheServerIsAwayOnceAMinuteForAllInformers() {
        log.failed("list", MODELS, "", AWAY);
        log.failed("list", PROVIDERS, "", AWAY);
        later(Duration.ofSeconds(59));
        log.failed("list", PROVIDERS, "", AWAY);
        assertThat(lines).hasSize(1);
        later(Duration.ofSeconds(1));
        log.failed("list", PROVIDERS, "", AWAY);
        assertThat(lines).hasSize(2);
    }

    @Test
    void isSilentAboutWatchesThatEndAndAreReopened() {
        log.failed("watch", MODELS, "", new Failure(Trouble.CLOSED, "closed"));
        log.connected(MODELS, "");
        log.failed("watch", MODELS, "", new Failure(Trouble.GONE, "HTTP 410"));
        log.connected(MODELS, "");
        assertThat(lines).isEmpty();
    }

    @Test
    void saysThatAMissingKindIsWaitedForAndThatItCame() {
        log.missing(MODELS);
        log.missing(MODELS);
        log.connected(MODELS, "");
        log.connected(MODELS, "");
        assertThat(lines)
                .containsExactly(
                        "INFO externalmodels.inference.opendatahub.io: not served by the API server"
                                + " (CRD not installed?); idle until it is",
                        "INFO externalmodels.inference.opendatahub.io: connected");
    }

    @Test
    void cutsWhatOthersSayToALine() {
        Failure long_ = new Failure(Trouble.UNDECODABLE, "x\n\u001b[31m" + "y".repeat(10_000));
        assertThat(long_.text()).hasSizeLessThan(210).doesNotContain("\n", "\u001b");
    }

    private void later(Duration duration) {
        now.addAndGet(duration.toNanos());
    }
}
