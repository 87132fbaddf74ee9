package dev.drover.kubernetes;

import static dev.drover.sandbox.apiserver.Fault.list;
import static dev.drover.sandbox.apiserver.Fault.patch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ServiceStatus;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.Registry;
import org.junit.jupiter.api.Test;

/** What the consumer delivers, and what it makes of the way in which an exchange ends. */
class ResourcesConsumerTest extends ResourcesTestSupport {
    private static final String FROM =
            "kubernetes-resources:" + WIDGETS + "?backoff=20ms&maxBackoff=40ms";

    /** One delivered exchange, as far as the tests ask. */
    private record Delivered(
            String name,
            String cause,
            int attempt,
            boolean deleted,
            GenericKubernetesResource body,
            GenericKubernetesResource known,
            boolean received) {
        static Delivered of(Exchange exchange) {
            var message = exchange.getMessage();
            return new Delivered(
                    message.getHeader(ResourcesConstants.NAME, String.class),
                    message.getHeader(ResourcesConstants.CAUSE, String.class),
                    message.getHeader(ResourcesConstants.ATTEMPT, Integer.class),
                    message.getHeader(ResourcesConstants.DELETED, Boolean.class),
                    message.getBody(GenericKubernetesResource.class),
                    exchange.getProperty(
                            ResourcesConstants.OBJECT, GenericKubernetesResource.class),
                    exchange.getProperty(ResourcesConstants.RECEIVED_NANOS) != null);
        }

        int size() {
            return body.get("spec", "size");
        }
    }

    private final BlockingQueue<Delivered> delivered = new LinkedBlockingQueue<>();

    @Override
    protected void bindToRegistry(Registry registry) throws Exception {
        super.bindToRegistry(registry);
        registry.bind(
                "colour",
                (Function<GenericKubernetesResource, Object>)
                        object -> Optional.ofNullable(object.get("spec", "colour")));
        registry.bind(
                "by-colour",
                (Function<GenericKubernetesResource, Collection<String>>)
                        object -> {
                            String colour = object.get("spec", "colour");
                            return colour == null ? List.of() : List.of(colour);
                        });
        registry.bind(
                "without-status",
                (Function<GenericKubernetesResource, GenericKubernetesResource>)
                        object -> {
                            object.getAdditionalProperties().remove("status");
                            return object;
                        });
    }

    @Test
    void aListenerHearsOfEachPassThatEnded() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        component()
                .setPassListener(
                        (flow, object, gone, failure) ->
                                heard.add(
                                        flow
                                                + " "
                                                + object.getMetadata().getName()
                                                + (gone ? " gone " : " ")
                                                + (failure == null ? "ok" : failure.getMessage())));
        widget("a");
        route(
                FROM,
                exchange -> {
                    if (Delivered.of(exchange).attempt() == 1
                            && !Delivered.of(exchange).deleted()) {
                        throw new IOException("away");
                    }
                });

        assertThat(heard.poll(4, TimeUnit.SECONDS)).isEqualTo("tests a away");
        assertThat(heard.poll(4, TimeUnit.SECONDS)).isEqualTo("tests a ok");
        api.delete("widgets", "team-a", "a");
        assertThat(heard.poll(4, TimeUnit.SECONDS)).isEqualTo("tests a gone ok");
    }

    // ---- what is delivered

    @Test
    void deliversWhatIsThereThenWhatIsCreatedEditedAndDeleted() throws Exception {
        widget("a");
        route(FROM, exchange -> {});

        Delivered first = next();
        assertThat(first.cause()).isEqualTo("first-sight");
        assertThat(first.received()).isFalse();
        assertThat(first.body()).isSameAs(first.known());

        widget("b");
        assertThat(next()).matches(each -> each.name().equals("b") && each.received());
        edit("a", 2);
        Delivered edited = next();
        assertThat(edited.cause()).isEqualTo("updated");
        assertThat(edited.size()).isEqualTo(2);

        api.delete("widgets", "team-a", "a");
        Delivered gone = next();
        assertThat(gone.cause()).isEqualTo("deleted");
        assertThat(gone.deleted()).isTrue();
        assertThat(gone.body()).isNull();
        assertThat(gone.known().<Integer>get("spec", "size")).isEqualTo(2);
        assertNothingMore();
    }

    @Test
    void aWriteOfTheStatusIsNotDelivered() throws Exception {
        widget("a");
        route(FROM, exchange -> {});
        next();

        api.patchStatus("widgets", "team-a", "a", "{\"status\":{\"phase\":\"x\"}}");
        edit("a", 2);

        assertThat(next().size()).isEqualTo(2);
        assertNothingMore();
    }

    @Test
    void onAnyDeliversEveryVersion() throws Exception {
        widget("a");
        route(FROM + "&on=any", exchange -> {});
        next();

        api.patchStatus("widgets", "team-a", "a", "{\"status\":{\"phase\":\"x\"}}");

        assertThat(next().cause()).isEqualTo("updated");
    }

    @Test
    void onViewDeliversWhenTheViewChanges() throws Exception {
        widget("a");
        route(FROM + "&on=view&view=#colour", exchange -> {});
        next();

        edit("a", 2);
        api.patch("widgets", "team-a", "a", "{\"spec\":{\"colour\":\"red\"}}");

        assertThat(next().body().<String>get("spec", "colour")).isEqualTo("red");
        assertNothingMore();
    }

    @Test
    void kindsWithoutGenerationAreDeliveredOnEveryChange() throws Exception {
        api.create(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: team-a}, data:"
                        + " {x: y}}");
        route("kubernetes-resources:v1/configmaps?namespace=team-a", exchange -> {});
        next();

        api.patch("configmaps", "team-a", "c", "{\"data\":{\"x\":\"z\"}}");

        assertThat(next().cause()).isEqualTo("updated");
    }

    @Test
    void deliversOnlyWhatIsSelected() throws Exception {
        widget("a");
        widget("b");
        api.patch("widgets", "team-a", "b", "{\"metadata\":{\"labels\":{\"x/y\":\"true\"}}}");

        route(FROM + "&labelSelector=x/y=true,!z", exchange -> {});

        assertThat(next().name()).isEqualTo("b");
        assertNothingMore();
    }

    @Test
    void enqueuedKeysAreDeliveredWithTheirCauseAndLater() throws Exception {
        widget("a");
        route(FROM, exchange -> {});
        next();

        component()
                .enqueue(
                        "tests.example.com/v1alpha1,v1/widgets", // another version of the same
                        List.of(ObjectKey.parse("team-a/a")),
                        "tick",
                        Duration.ofMillis(10));
        assertThat(next().cause()).isEqualTo("tick");

        template.sendBody("kubernetes-resources:" + WIDGETS + "?operation=enqueue", "team-a/a");
        assertThat(next().cause()).isEqualTo("enqueued");
    }

    @Test
    void anEnqueuedKeyOfNoObjectIsDeliveredAsGone() throws Exception {
        route(FROM, exchange -> {});
        awaitSynced();

        component().enqueue(WIDGETS, List.of(ObjectKey.parse("team-a/x")), "tick", Duration.ZERO);

        Delivered gone = next();
        assertThat(gone.deleted()).isTrue();
        assertThat(gone.known()).isNull();
    }

    @Test
    void cachesAndIndexesAreReadThroughTheComponent() throws Exception {
        ResourceCache cache = component().cache(WIDGETS);
        assertThat(cache.synced()).isFalse();
        widget("a");
        api.patch("widgets", "team-a", "a", "{\"spec\":{\"colour\":\"red\"}}");
        api.patchStatus("widgets", "team-a", "a", "{\"status\":{\"phase\":\"x\"}}");

        route(FROM + "&index=by-colour&prune=#without-status", exchange -> {});
        next();

        assertThat(cache.synced()).isTrue();
        assertThat(cache.byIndex("by-colour", "red")).containsExactly(ObjectKey.parse("team-a/a"));
        assertThat(cache.get(ObjectKey.parse("team-a/a")).orElseThrow().<Object>get("status"))
                .isNull();
        assertThat(send(get(), null, key("a")).getMessage().getBody()).isNotNull();
        assertThat(api.requests().of("get", "widgets")).isEmpty(); // the cache answered
    }

    // ---- how a pass ends

    @Test
    void aFailedExchangeComesAgainUntilItSucceeds() throws Exception {
        widget("a");
        AtomicInteger failures = new AtomicInteger(3);
        route(
                FROM,
                exchange -> {
                    if (failures.getAndDecrement() > 0) {
                        throw new IOException("not yet");
                    }
                });

        assertThat(List.of(next(), next(), next(), next()))
                .extracting(Delivered::attempt)
                .containsExactly(1, 2, 3, 4);
        assertNothingMore();
    }

    @Test
    void aRollbackIsAFailureToo() throws Exception {
        widget("a");
        AtomicInteger passes = new AtomicInteger();
        route(
                FROM,
                exchange -> {
                    exchange.setRollbackOnly(passes.incrementAndGet() == 1);
                    exchange.setRollbackOnlyLast(passes.get() == 2);
                });

        assertThat(List.of(next(), next(), next()))
                .extracting(Delivered::attempt)
                .containsExactly(1, 2, 3);
        assertNothingMore();
    }

    @Test
    void aFailureThatTheRouteHandledIsASuccess() throws Exception {
        widget("a");
        context.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        onException(IOException.class).handled(true);
                        from(FROM)
                                .routeId("tests-handled")
                                .process(exchange -> delivered.add(Delivered.of(exchange)))
                                .throwException(new IOException("handled"));
                    }
                });

        next();
        assertNothingMore();
    }

    @Test
    void lookingAgainIsNoFailure() throws Exception {
        widget("a");
        AtomicInteger passes = new AtomicInteger();
        route(
                FROM,
                exchange -> {
                    if (passes.incrementAndGet() == 1) {
                        exchange.setProperty(ResourcesConstants.LOOK_AGAIN, Duration.ofMillis(20));
                    }
                });

        next();
        Delivered again = next();
        assertThat(again.cause()).isEqualTo("look-again");
        assertThat(again.attempt()).isEqualTo(1);
        assertNothingMore();
    }

    @Test
    void aPassThatCouldNotBeginIsNoPass() throws Exception {
        widget("a");
        route(FROM, new Hesitant());
        next();
        edit("a", 2);

        assertThat(next().cause()).isEqualTo("updated");
        Delivered again = next();
        assertThat(again.cause()).isEqualTo("updated");
        assertThat(again.attempt()).isEqualTo(1);
        await().until(() -> passes("unchanged") == 2);
        assertNothingMore();
    }

    private static final class Hesitant implements Decision {
        private Long received;

        @Override
        public void on(Exchange exchange) {
            Long now = exchange.getProperty(ResourcesConstants.RECEIVED_NANOS, Long.class);
            if (received == null && now != null) {
                received = now;
                exchange.setProperty(ResourcesConstants.RETURNED, Duration.ofMillis(20));
            } else {
                assertThat(now).isEqualTo(received);
            }
        }
    }

    @Test
    void aRejectedObjectWaitsForAnEdit() throws Exception {
        widget("a");
        route(FROM, exchange -> exchange.setProperty(ResourcesConstants.REJECTED, true));
        next();
        assertNothingMore();

        edit("a", 2);

        assertThat(next().attempt()).isEqualTo(1);
        await().until(() -> passes("rejected") == 2);
    }

    @Test
    void aConflictStartsAgainAtOnceOnTheObjectReadLive() throws Exception {
        widget("a");
        AtomicInteger passes = new AtomicInteger();
        route(
                FROM.replace("20ms", "1h").replace("40ms", "1h"),
                exchange -> {
                    if (passes.incrementAndGet() <= 2) {
                        edit("a", 10 + passes.get());
                        mergePatch(exchange, "{\"metadata\":{\"resourceVersion\":\"1\"}}");
                    }
                });

        assertThat(next().size()).isEqualTo(1);
        assertThat(next()).matches(each -> each.size() == 11 && each.attempt() == 1);
        assertThat(next().size()).isEqualTo(12);
        assertThat(api.requests().of("get", "widgets")).hasSize(2);
    }

    @Test
    void anEndlessConflictCountsAsOneFailureAfterTheRestarts() throws Exception {
        component().setMaxConflicts(2);
        widget("a");
        route(
                FROM,
                exchange -> {
                    throw new Conflict(
                            ResourceException.Answer.of(
                                    "jsonPatch", WIDGETS, ObjectKey.parse("team-a/a"), 422));
                });

        assertThat(List.of(next(), next(), next(), next()))
                .extracting(Delivered::attempt)
                .containsExactly(1, 1, 1, 2);
    }

    @Test
    void noPassSeesAnObjectOlderThanItsOwnWrite() throws Exception {
        widget("a");
        route(
                FROM,
                exchange -> {
                    Delivered now = Delivered.of(exchange);
                    if (now.size() < 5) {
                        mergePatch(exchange, "{\"spec\":{\"size\":" + (now.size() + 1) + "}}");
                        enqueue("a"); // wants a pass at once, on whatever the cache holds
                    }
                });

        assertThat(List.of(next(), next(), next(), next(), next()))
                .extracting(Delivered::size)
                .containsExactly(1, 2, 3, 4, 5);
        assertNothingMore();
        assertThat(api.requests().writes()).hasSize(4);
        await().until(() -> passes("changed") == 4 && passes("unchanged") == 1);
    }

    @Test
    void anOwnWriteComesBackAsSuch() throws Exception {
        widget("a");
        route(
                FROM,
                exchange -> {
                    if (Delivered.of(exchange).size() == 1) {
                        mergePatch(exchange, "{\"spec\":{\"size\":2}}");
                    }
                });

        next();
        assertThat(next().cause()).isEqualTo("own-write");
        edit("a", 3);
        assertThat(next().cause()).isEqualTo("updated");
    }

    @Test
    void whatTheServerThrottlesWaitsAndSoDoesEveryOtherObject() throws Exception {
        widget("a");
        api.fail(patch("widgets").with(429).retryAfter(1).times(1));
        route(FROM, exchange -> mergePatch(exchange, "{\"spec\":{\"colour\":\"red\"}}"));
        next();
        Throttle throttle = component().api().throttle();
        await().pollInterval(Duration.ofMillis(2)).until(() -> throttle.remaining().isPresent());
        long asked = System.nanoTime() + throttle.remaining().orElseThrow().toNanos();
        widget("b");

        next();

        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(asked);
        await().until(() -> colourOf("a").equals("red") && colourOf("b").equals("red"));
    }

    @Test
    void aForbiddenWriteHoldsUpNobodyElseAndHealsByItself() throws Exception {
        widget("a");
        widget("b");
        var refusal = api.fail(patch("widgets").named("a").with(403));
        route(FROM, exchange -> mergePatch(exchange, "{\"spec\":{\"colour\":\"red\"}}"));

        await().until(() -> colourOf("b").equals("red"));
        assertThat(colourOf("a")).isEmpty();
        refusal.lift();

        await().until(() -> colourOf("a").equals("red"));
    }

    @Test
    void aClosedFenceGivesTheKeyBackWithoutCountingAnAttempt() throws Exception {
        widget("a");
        AtomicInteger passes = new AtomicInteger();
        route(
                FROM,
                exchange -> {
                    if (passes.incrementAndGet() == 1) {
                        throw new Fenced(
                                ResourceException.Answer.of(
                                        "create", WIDGETS, ObjectKey.parse("team-a/a"), 0));
                    }
                });

        next();
        assertThat(next().attempt()).isEqualTo(1);
    }

    // ---- when nothing is delivered

    @Test
    void deliversNothingBeforeTheCacheIsComplete() throws Exception {
        widget("a");
        var slow = api.fail(list("widgets").with(503));
        route(FROM, exchange -> {});
        await().until(() -> slow.hits() > 0);

        component().enqueue(WIDGETS, List.of(ObjectKey.parse("team-a/a")), "tick", Duration.ZERO);
        assertNothingMore();
        slow.lift();

        assertThat(next().cause()).isEqualTo("first-sight");
    }

    @Test
    void neverWorksOnOneObjectTwiceAtATime() throws Exception {
        widget("a");
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        route(
                FROM + "&concurrency=8",
                exchange -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    inside.decrementAndGet();
                });
        for (int size = 2; size < 100; size++) {
            edit("a", size);
        }

        await().until(() -> delivered.stream().anyMatch(each -> each.size() == 99));
        assertThat(most).hasValue(1);
    }

    @Test
    void worksOnSeveralObjectsAtATime() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            widget(name);
        }
        CountDownLatch together = new CountDownLatch(3);
        route(
                FROM + "&concurrency=3",
                exchange -> {
                    together.countDown();
                    together.await(5, TimeUnit.SECONDS);
                });

        assertThat(together.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSuspendedRouteTakesNothingAndLosesNothing() throws Exception {
        route(FROM, exchange -> {});
        awaitSynced();
        context.getRouteController().suspendRoute("tests-route");

        widget("a");
        assertNothingMore();
        context.getRouteController().resumeRoute("tests-route");

        assertThat(next().name()).isEqualTo("a");
    }

    @Test
    void aStoppedRouteKeepsItsInformerWarmAndBeginsWithAllObjects() throws Exception {
        widget("a");
        context.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        errorHandler(noErrorHandler());
                        from(FROM)
                                .routeId("tests-route")
                                .autoStartup(false)
                                .process(exchange -> delivered.add(Delivered.of(exchange)));
                    }
                });
        awaitSynced();
        assertNothingMore();

        context.getRouteController().startRoute("tests-route");
        assertThat(next().cause()).isEqualTo("first-sight");
        context.getRouteController().stopRoute("tests-route");
        context.getRouteController().startRoute("tests-route");

        assertThat(next().cause()).isEqualTo("first-sight");
        assertThat(api.requests().of("list", "widgets")).hasSize(1);
    }

    @Test
    void startingDoesNotWaitForTheCluster() throws Exception {
        api.refuseConnections();

        route(FROM, exchange -> {});

        assertThat(context.getRouteController().getRouteStatus("tests-route"))
                .isEqualTo(ServiceStatus.Started);
    }

    @Test
    void stopsWithinAnInstantWhileWorkersWait() throws Exception {
        route(FROM, exchange -> {});
        awaitSynced();
        long begun = System.nanoTime();

        context.stop();

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().contains("tests-route"));
    }

    // ---- what people see

    @Test
    void countsPassesByFlowResourceAndResult() throws Exception {
        widget("a");
        route(FROM, exchange -> {});
        next();

        await().until(() -> passes("unchanged") == 1);
        var tags = List.of("flow", "tests", "resource", "widgets.tests.example.com");
        assertThat(
                        meters.get("drover.reconcile.duration")
                                .tags(tags.toArray(String[]::new))
                                .timer())
                .satisfies(timer -> assertThat(timer.count()).isEqualTo(1));
        for (String gauge :
                List.of(
                        "drover.reconcile.active",
                        "drover.queue.depth",
                        "drover.queue.delayed",
                        "drover.queue.retrying",
                        "drover.queue.oldest.seconds",
                        "drover.unreconciled.seconds")) {
            assertThat(meters.get(gauge).gauge().value()).as(gauge).isZero();
        }
        assertThat(meters.get("drover.queue.adds").functionCounter().count()).isEqualTo(1);
        context.getRouteController().stopRoute("tests-route");
        assertThat(meters.find("drover.queue.depth").gauge()).isNull();
    }

    @Test
    void showsWhichStepAWorkerIsIn() throws Exception {
        widget("a");
        component().setStuckWorker(Duration.ofMillis(1));
        CountDownLatch end = new CountDownLatch(1);
        route(FROM, exchange -> end.await(5, TimeUnit.SECONDS));
        next();

        await().until(() -> component().stuckWorkers().size() == 1);
        WorkerState worker = component().stuckWorkers().get(0);
        assertThat(worker.step()).isEqualTo("decide");
        assertThat(worker.flow()).isEqualTo("tests");
        assertThat(worker.key()).hasToString("team-a/a");
        assertThat(worker.thread()).contains("tests-route");
        component().setStuckWorker(Duration.ofMinutes(2));
        assertThat(component().stuckWorkers()).isEmpty();
        end.countDown();
    }

    // ---- the small words of the tests above

    private interface Decision {
        void on(Exchange exchange) throws Exception;
    }

    private void route(String from, Decision decision) throws Exception {
        Processor note = exchange -> delivered.add(Delivered.of(exchange));
        context.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        errorHandler(noErrorHandler());
                        from(from)
                                .routeId("tests-route")
                                .process(note)
                                .id("note")
                                .process(decision::on)
                                .id("decide");
                    }
                });
    }

    private Delivered next() throws InterruptedException {
        Delivered next = delivered.poll(4, TimeUnit.SECONDS);
        assertThat(next).as("a delivery").isNotNull();
        return next;
    }

    /** Long enough for a wrong delivery: it would come within a millisecond or a backoff. */
    private void assertNothingMore() throws InterruptedException {
        assertThat(delivered.poll(150, TimeUnit.MILLISECONDS)).isNull();
    }

    private void awaitSynced() {
        ResourceCache cache = component().cache(WIDGETS);
        await().pollInterval(Duration.ofMillis(5)).until(cache::synced);
    }

    /** As the act route does, on a copy of the exchange, handing on what went wrong. */
    private void mergePatch(Exchange exchange, String patch) throws Exception {
        Exchange copy = exchange.copy();
        copy.getMessage().setBody(patch);
        copy = template.send("kubernetes-resources:" + WIDGETS + "?operation=mergePatch", copy);
        if (copy.getException() != null) {
            throw copy.getException();
        }
    }

    private void enqueue(String name) {
        component().enqueue(WIDGETS, List.of(new ObjectKey("team-a", name)), "tick", Duration.ZERO);
    }

    private static String get() {
        return "kubernetes-resources:" + WIDGETS + "?operation=get";
    }

    private String colourOf(String name) {
        return api.get("widgets", "team-a", name).orElseThrow().at("/spec/colour").asText();
    }

    private double passes(String result) {
        var counter = meters.find("drover.reconcile").tag("result", result).counter();
        return counter == null ? 0 : counter.count();
    }
}
