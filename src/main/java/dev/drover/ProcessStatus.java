package dev.drover;

import dev.drover.config.Configuration;
import dev.drover.intents.Ledger;
import dev.drover.kubernetes.InformerState;
import dev.drover.kubernetes.KeyView;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.QueueView;
import dev.drover.kubernetes.ResourcesComponent;
import dev.drover.kubernetes.WorkerState;
import dev.drover.leadership.Leadership;
import dev.drover.routing.RouteFile;
import dev.drover.routing.RouteSet;
import dev.drover.routing.Routes;
import dev.drover.status.FlowObjects;
import dev.drover.status.page.FlowStatus;
import dev.drover.status.page.StatusSource;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;

/** The parts of the process, as the status page asks for them. */
record ProcessStatus(
        CamelContext context,
        Configuration keys,
        ResourcesComponent resources,
        Leadership leadership,
        Supplier<Routes> routing,
        List<RunningFlow> running,
        Map<String, Ledger> ledgers,
        LongSupplier nanos)
        implements StatusSource {
    @Override
    public List<FlowStatus> flows() {
        return running.stream().map(this::flow).toList();
    }

    private FlowStatus flow(RunningFlow flow) {
        return new FlowStatus(
                flow.name(),
                flow.leading(),
                flow.holder().orElse(null),
                leadership.renewAge(flow.name()).orElse(null),
                flow.mode(),
                resources.queues().stream()
                        .filter(queue -> queue.flow().equals(flow.name()))
                        .sorted(Comparator.comparing(QueueView::route))
                        .map(ProcessStatus::queue)
                        .toList(),
                flow.informers().stream().map(ProcessStatus::informer).toList(),
                flow.routesNotStarted(),
                details(flow));
    }

    private Map<String, Object> details(RunningFlow flow) {
        Map<String, Object> shown = new LinkedHashMap<>(flow.details());
        objects(flow.name()).ifPresent(objects -> shown.putAll(objects.details()));
        return shown;
    }

    private static Map<String, Object> queue(QueueView queue) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("route", queue.route());
        shown.put("ready", queue.ready());
        shown.put("inWork", queue.working());
        shown.put("delayed", queue.delayed());
        shown.put("retrying", queue.retrying());
        shown.put("oldestSeconds", seconds(queue.oldestReady()));
        shown.put("passes", queue.processed());
        shown.put("failed", queue.failed());
        return shown;
    }

    private static Map<String, Object> informer(InformerState informer) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("resource", informer.resource());
        shown.put(
                "state", informer.missing() ? "missing" : informer.synced() ? "synced" : "syncing");
        shown.put("objects", informer.objects());
        shown.put(
                "lastEventSecondsAgo",
                informer.sinceLastEvent().map(ProcessStatus::seconds).orElse(null));
        shown.put("disconnectedSeconds", seconds(informer.disconnected()));
        shown.put("cause", informer.cause().orElse(null));
        return shown;
    }

    @Override
    public Optional<FlowObjects> objects(String flow) {
        return Optional.ofNullable(
                context.getRegistry().lookupByNameAndType(flow, FlowObjects.class));
    }

    @Override
    public Optional<KeyView> queued(String flow, ObjectKey object) {
        return objects(flow).stream()
                .flatMap(it -> it.resources().stream())
                .flatMap(resource -> resources.look(resource, object).stream())
                .findFirst();
    }

    @Override
    public Map<String, Object> written(String flow, ObjectKey object) {
        Ledger.Entry entry =
                Optional.ofNullable(ledgers.get(flow))
                        .map(ledger -> ledger.of(object))
                        .orElse(Ledger.Entry.empty(""));
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("lastFailure", entry.lastFailure().map(this::failure).orElse(null));
        List<Map<String, Object>> history = new ArrayList<>();
        entry.writes().forEach(write -> history.add(0, write(write)));
        shown.put("history", history);
        return shown;
    }

    private Map<String, Object> failure(Ledger.Failure failure) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("intent", failure.intent());
        shown.put("outcome", failure.outcome().label());
        shown.put("code", failure.code());
        shown.put("message", failure.message());
        shown.put("secondsAgo", ago(failure.atNanos()));
        return shown;
    }

    private Map<String, Object> write(Ledger.Write write) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("intent", write.intent());
        shown.put("reason", write.reason());
        shown.put("resource", write.resource());
        shown.put("target", write.target().toString());
        shown.put("resourceVersion", write.resourceVersion());
        shown.put("secondsAgo", ago(write.atNanos()));
        return shown;
    }

    @Override
    public List<?> configuration() {
        return keys.effective();
    }

    @Override
    public List<?> routes() {
        RouteSet set = routing.get().current();
        List<Map<String, Object>> shown = new ArrayList<>();
        set.files().forEach(file -> shown.add(route(file)));
        set.rejections()
                .forEach(
                        rejected -> {
                            Map<String, Object> line = new LinkedHashMap<>();
                            line.put("file", rejected.file());
                            line.put("status", "ignored");
                            line.put("lastError", rejected.reason());
                            shown.add(line);
                        });
        return shown;
    }

    private Map<String, Object> route(RouteFile file) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("id", file.id());
        line.put("file", file.location());
        line.put("checksum", file.checksum());
        line.put("origin", file.builtIn() ? "built-in" : "replaced");
        Route route = context.getRoute(file.id());
        line.put(
                "status",
                route == null
                        ? "template"
                        : context.getRouteController().getRouteStatus(file.id()).name());
        return line;
    }

    @Override
    public Map<String, Object> debug() {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("queues", resources.queues().stream().map(ProcessStatus::queue).toList());
        shown.put("workers", resources.workers().stream().map(ProcessStatus::worker).toList());
        shown.put(
                "informers",
                resources.informerStates().stream().map(ProcessStatus::informer).toList());
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        shown.put("heapUsedBytes", heap.getUsed());
        shown.put("heapCommittedBytes", heap.getCommitted());
        shown.put("threads", ManagementFactory.getThreadMXBean().getThreadCount());
        return shown;
    }

    private static Map<String, Object> worker(WorkerState worker) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("flow", worker.flow());
        shown.put("object", worker.key().toString());
        shown.put("step", worker.step());
        shown.put("stepSeconds", seconds(worker.inStep()));
        shown.put("passSeconds", seconds(worker.inPass()));
        shown.put("thread", worker.thread());
        return shown;
    }

    private double ago(long atNanos) {
        return seconds(Duration.ofNanos(nanos.getAsLong() - atNanos));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
