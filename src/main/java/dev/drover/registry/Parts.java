package dev.drover.registry;

import dev.drover.intents.Platform;
import dev.drover.registry.api.ModelRegistries;
import dev.drover.registry.discovery.RegistryDirectory;
import dev.drover.registry.pacing.DeployPacer;
import dev.drover.registry.pacing.LinkPacer;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.view.RecordView;
import dev.drover.registry.view.References;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * What the beans of the flow share.
 *
 * @param directory registries as configuration and Services name them now
 * @param registries those that can be called
 */
record Parts(
        Platform<RegistryConfiguration> platform,
        Supplier<RegistryDirectory> directory,
        ModelRegistries registries,
        ClusterIdentity cluster,
        RecordView view,
        References references,
        LinkPacer<Memories.Subject> pacer,
        DeployPacer deployPacer,
        DeployRequests requests,
        Memories memories,
        Outages outages,
        Walks walks,
        Queues queues) {

    static LinkPacer<Memories.Subject> pacer(
            Platform<RegistryConfiguration> platform, Queues queues) {
        return new LinkPacer<>(
                () -> platform.configuration().get().linking().rate(),
                platform.nanos(),
                next -> queues.enqueue(next.kind(), List.of(next.key()), "turn", Duration.ZERO));
    }

    static DeployPacer deployPacer(Platform<RegistryConfiguration> platform) {
        return new DeployPacer(
                () -> platform.configuration().get().deploy().rate(), platform.nanos());
    }

    static References references(Platform<RegistryConfiguration> platform) {
        return new References(platform.nanos(), () -> ThreadLocalRandom.current().nextDouble());
    }

    /** Leadership is lost: others write now, so what was seen goes out of date. */
    void leadershipLost() {
        view.clear();
        references.clear();
        pacer.clear();
        deployPacer.clear();
        requests.clear();
        memories.clear();
        outages.clear();
        walks.clear();
        platform.ledger().clear();
    }
}
