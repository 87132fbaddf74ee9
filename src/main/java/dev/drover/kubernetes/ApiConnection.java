package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.camel.CamelContext;

/** What the endpoints of a component share once there is a client. */
final class ApiConnection {
    private final CamelContext context;
    private final ScheduledExecutorService scheduler;
    private final ExecutorService executor;
    private final Throttle throttle;
    private final ResourceRequests requests;
    private final Informers informers;

    ApiConnection(
            CamelContext context,
            Object owner,
            KubernetesClient client,
            Duration relist,
            Duration readTimeout,
            Duration writeTimeout,
            MeterRegistry meters) {
        this.context = context;
        var executors = context.getExecutorServiceManager();
        this.scheduler = executors.newScheduledThreadPool(owner, "kubernetes-resources-timer", 1);
        this.executor = executors.newCachedThreadPool(owner, "kubernetes-resources-informer");
        this.throttle = new Throttle(System::nanoTime);
        this.informers =
                new Informers(
                        client,
                        InformerSettings.relistingEvery(relist),
                        scheduler,
                        executor,
                        meters,
                        System::nanoTime);
        this.requests =
                new ResourceRequests(
                        client,
                        new ApiRequests(client, throttle, Clock.systemUTC()),
                        informers.discovery(),
                        readTimeout,
                        writeTimeout);
    }

    Throttle throttle() {
        return throttle;
    }

    ResourceRequests requests() {
        return requests;
    }

    Informers informers() {
        return informers;
    }

    void close() {
        informers.close();
        context.getExecutorServiceManager().shutdownNow(scheduler);
        context.getExecutorServiceManager().shutdownNow(executor);
    }
}
