package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import dev.drover.sandbox.registry.SeenRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Drovers one after the other, each killed at a write to the registry: at the first try before it
 * is carried out, at the second after that and before the answer. Later tries go through.
 */
final class MortalDrover implements Patience {
    private static final Duration SOME_LIVES = Duration.ofSeconds(90);

    private final Supplier<DroverProcess.Launch> launch;
    private final Map<String, Integer> deathsAt = new ConcurrentHashMap<>(); // by write
    private volatile DroverProcess current;

    MortalDrover(RegistryDouble registry, Supplier<DroverProcess.Launch> launch) {
        this.launch = launch;
        registry.fail(RegistryFault.matching(it -> kills(it, 0)).reset().telling(this::die));
        registry.fail(RegistryFault.matching(it -> kills(it, 1)).loseAnswer().telling(this::die));
        current = launch.get().start();
    }

    private boolean kills(SeenRequest request, int deaths) {
        return request.operation().filter(MortalDrover::isTheRecords).isPresent()
                && deathsAt.getOrDefault(write(request), 0) == deaths;
    }

    /** Entries of the history are best effort: one that is lost stays so. */
    private static boolean isTheRecords(Operation operation) {
        return switch (operation) {
            case CREATE_ENVIRONMENT, CREATE_RECORD, PATCH_RECORD -> true;
            default -> false;
        };
    }

    /** Which write of a life it is, however often it is tried. */
    private static String write(SeenRequest request) {
        ObjectNode body = PublishedWorkload.json(request.body());
        return "%s %s %s"
                .formatted(
                        request.path(),
                        body.path("name").asText(),
                        body.path("desiredState").asText());
    }

    private void die(SeenRequest at) {
        deathsAt.merge(write(at), 1, Integer::sum);
        current.kill();
    }

    /** Kills it now, between two writes. */
    @Override
    public void pause() {
        deathsAt.merge("between two writes", 1, Integer::sum);
        current.kill();
    }

    /** No more lives. */
    void end() {
        current.kill();
    }

    int deaths() {
        return deathsAt.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Starts the next one as often as needed. */
    @Override
    public void until(BooleanSupplier condition) {
        await().atMost(SOME_LIVES)
                .until(
                        () -> {
                            if (!current.alive()) {
                                current = launch.get().start();
                            }
                            return condition.getAsBoolean();
                        });
    }
}
