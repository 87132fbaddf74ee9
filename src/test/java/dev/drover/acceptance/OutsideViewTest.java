package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of a running process from outside: log lines, metrics, Events. */
@Timeout(120)
class OutsideViewTest {
    private static final Path PAGE = Path.of("docs", "metrics.md");
    private static final String BEGIN = "<!-- metrics of drover -->\n";
    private static final String HEAD =
            "| metric | type | labels | meaning |\n| --- | --- | --- | --- |\n";
    private static final Duration SOON = Duration.ofSeconds(30);

    /** Of what does not happen here: these appear with the first event of their kind. */
    private static final List<Exposition.Family> LATER =
            List.of(
                    Exposition.Family.of(
                            "drover_registry_api_sunset_timestamp_seconds",
                            "gauge",
                            "When the registry's API version may be gone, as it says itself",
                            "registry"),
                    Exposition.Family.of(
                            "drover_registry_deploys_total",
                            "counter",
                            "Workloads made, corrected and deleted for records, and refused",
                            "action",
                            "registry"),
                    Exposition.Family.of(
                            "drover_registry_sweep_fixes_total",
                            "counter",
                            "Drift that sweeps found and passes repaired",
                            "fix",
                            "registry"));

    @TempDir static Path folder;
    private static SandboxedDrover drover;

    /** Until weights are written, latencies known, and the source that fails was noticed. */
    @BeforeAll
    static void start() {
        drover = new SandboxedDrover(folder);
        drover.workload("gone");
        drover.process.awaitReady().awaitLog("Weights: ").awaitLog("Source vllm of d fails");
        drover.process.awaitLog("default/gone: linked to record");
        drover.api.delete("inferenceservices", "default", "gone");
        drover.model("mistral", "b", "c"); // on targets that are known: written at once
        await().atMost(SOON)
                .untilAsserted(
                        () ->
                                assertThat(drover.metrics().labels())
                                        .containsKeys(
                                                "drover_event_to_write_seconds",
                                                "drover_weights_provider_health",
                                                "drover_weights_latency_seconds",
                                                "drover_basemodels_ready_seconds",
                                                "drover_registry_records",
                                                "drover_registry_failures_total",
                                                "drover_registry_sync_seconds",
                                                "drover_registry_closed_total"));
    }

    @AfterAll
    static void stop() {
        drover.close();
    }

    @Test
    void eachRecordIsOneLineInOneLayout() {
        assertThat(drover.process.log().lines())
                .allMatch(
                        line ->
                                line.matches(
                                        "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z (INFO"
                                                + " |WARN |ERROR)"
                                                + " (drover|weights|basemodels|registry|leadership|routing)"
                                                + " +(-|default/\\S+) {2,4}\\S.*"));
    }

    @Test
    void theStatusPageExplainsEachModel() throws IOException {
        JsonNode explained = status("/api/v1/flows/weights/objects/default/llama");
        assertThat(explained.path("state").asText()).isEqualTo("Active");
        assertThat(explained.at("/refs/0/sources/0/outcome").asText()).isEqualTo("ok");
        assertThat(explained.at("/history/0/intent").asText()).isEqualTo("PatchWeights");
        assertThat(status("/api/v1/flows/weights").at("/queues/0/route").asText())
                .isIn("weights-reconcile", "weights-providers");
        assertThat(status("/api/v1/flows/weights").path("leader").asText()).startsWith("drover-7c");
        assertThat(status("/api/v1/flows/weights").path("informers").findValuesAsText("resource"))
                .containsExactlyInAnyOrder(
                        "externalmodels.inference.opendatahub.io",
                        "externalproviders.inference.opendatahub.io");
        assertThat(status("/api/v1/routes").path("routes").findValuesAsText("lastError"))
                .anyMatch(error -> error.contains("other"));
        assertThat(drover.process.status(URI.create("/"))).contains("default/llama");
    }

    @Test
    void theStatusPageExplainsAModelOnAClaim() throws IOException {
        JsonNode explained = status("/api/v1/flows/basemodels/objects/default/stored");
        assertThat(explained.path("state").asText()).isEqualTo("Ready");
        assertThat(explained.path("reason").asText()).isEqualTo("MetadataExtracted");
        assertThat(explained.at("/claim/name").asText()).isEqualTo("default/store");
    }

    @Test
    void theStatusPageExplainsAWorkloadAndItsRecord() throws IOException {
        JsonNode linked = status("/api/v1/flows/registry/objects/default/iris");
        assertThat(linked.path("state").asText()).isEqualTo("synced");
        assertThat(linked.path("record").asText()).isNotEmpty();
        assertThat(linked.at("/wanted/name").asText()).isEqualTo("iris");
        assertThat(linked.at("/wanted/ready").isBoolean()).isTrue();
        JsonNode refused = status("/api/v1/flows/registry/objects/default/rose");
        assertThat(refused.path("reason").asText()).isEqualTo("InvalidReference");
        assertThat(refused.path("nextLook").asText()).isNotEmpty();
        assertThat(drover.process.status(URI.create("/objects/registry/default/rose")))
                .contains("InvalidReference");
    }

    private static JsonNode status(String path) throws IOException {
        return new ObjectMapper().readTree(drover.process.status(URI.create(path)));
    }

    @Test
    void theStartSaysWhatRunsWhereAndWhereToLook() {
        assertThat(said("drover     -  "))
                .anyMatch(
                        line ->
                                line.matches(
                                        "Drover \\S+ on Java .* flows=weights,basemodels,registry"
                                                + " mode=apply"
                                                + " namespaces=all"))
                .contains(
                        "Leases drover-weights,drover-basemodels,drover-registry in namespace"
                                + " default as drover-7c_0a1b2c3d: 15s/10s/2s")
                .anyMatch(
                        line ->
                                line.startsWith("Management port ")
                                        && line.endsWith(
                                                ": /observe/health, /observe/health/live,"
                                                        + " /observe/health/ready, /observe/metrics,"
                                                        + " /observe/info"))
                .contains("  drover.weights.interval=1s (DROVER_WEIGHTS_INTERVAL)");
    }

    @Test
    void linesStandBehindTheObjectTheyAreAbout() {
        assertThat(said("weights    -  "))
                .contains("Starting weight-controller: interval=1s strategy=balance mode=apply");
        assertThat(said("weights    default/llama  "))
                .contains("Reconciling ExternalModel: llama namespace=default reason=first-sight")
                .contains("Found providers: 2")
                .anyMatch(
                        line ->
                                line.matches(
                                        "Weights: b 50->6, c 50->94 reason=first shift=44"
                                                + " load=1\\.19/0\\.25"));
        assertThat(said("weights    default/d  "))
                .containsExactlyInAnyOrder(
                        "Source vllm of d fails: http_status: 503 from " + drover.pages.url("/d"),
                        "Provider d: Healthy (was Unknown)");
    }

    @Test
    void nothingIsSaidWhenNothingChanges() {
        await().atMost(SOON).until(() -> !drover.process.logLines("are held").isEmpty());
        long lines = drover.process.log().lines().count();
        int scrapes = drover.pages.scrapes().size();
        await().atMost(SOON).until(() -> drover.pages.scrapes().size() > scrapes + 12);
        assertThat(drover.process.log().lines().skip(lines)).isEmpty();
    }

    @Test
    void thePageOfMetricsShowsThoseThatThereAre() throws IOException {
        String table =
                drover.metrics().with(LATER).stream()
                        .map(family -> family.row() + "\n")
                        .collect(Collectors.joining("", HEAD, ""));
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf("<!-- end -->", from);
        assertThat(page).contains(BEGIN);

        if ("write".equals(System.getProperty("drover.docs"))) {
            Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
        } else {
            assertThat(page.substring(from, to)).isEqualTo(table);
        }
    }

    @Test
    void eachMetricIsExplainedAndNoSeriesComesTwice() {
        Exposition metrics = drover.metrics();
        assertThat(metrics.families()).allMatch(family -> !family.help().isEmpty());
        assertThat(metrics.series()).doesNotHaveDuplicates();
    }

    @Test
    void whatAlertsAndDashboardsWillAskForIsThere() {
        List<String> queue = List.of("flow", "resource");
        List<String> ref = List.of("index", "model", "namespace", "provider");
        assertThat(drover.metrics().labels())
                .containsAllEntriesOf(
                        Map.ofEntries(
                                Map.entry(
                                        "drover_build_info",
                                        List.of("camel", "java", "revision", "version")),
                                Map.entry("drover_flow_mode", List.of("flow", "mode")),
                                Map.entry("drover_leader", List.of("flow")),
                                Map.entry("drover_leader_transitions_total", List.of("flow")),
                                Map.entry("drover_lease_renew_age_seconds", List.of("flow")),
                                Map.entry(
                                        "drover_reconcile_total",
                                        List.of("flow", "resource", "result")),
                                Map.entry("drover_reconcile_duration_seconds", queue),
                                Map.entry("drover_reconcile_active", queue),
                                Map.entry("drover_queue_depth", queue),
                                Map.entry("drover_queue_delayed", queue),
                                Map.entry("drover_queue_retrying", queue),
                                Map.entry("drover_queue_oldest_seconds", queue),
                                Map.entry("drover_queue_adds_total", queue),
                                Map.entry("drover_queue_wait_seconds", queue),
                                Map.entry("drover_unreconciled_seconds", queue),
                                Map.entry("drover_informer_synced", List.of("resource")),
                                Map.entry("drover_informer_objects", List.of("resource")),
                                Map.entry(
                                        "drover_informer_last_event_seconds", List.of("resource")),
                                Map.entry(
                                        "drover_informer_disconnected_seconds",
                                        List.of("resource")),
                                Map.entry(
                                        "drover_informer_relists_total",
                                        List.of("cause", "resource")),
                                Map.entry(
                                        "drover_informer_watch_errors_total",
                                        List.of("cause", "resource")),
                                Map.entry("drover_crd_present", List.of("resource")),
                                Map.entry(
                                        "drover_act_total",
                                        List.of("flow", "operation", "outcome", "resource")),
                                Map.entry(
                                        "drover_act_duration_seconds",
                                        List.of("flow", "operation")),
                                Map.entry("drover_event_to_write_seconds", List.of("flow")),
                                Map.entry("drover_events_total", List.of("flow", "reason", "type")),
                                Map.entry("drover_events_dropped_total", List.of("cause")),
                                Map.entry(
                                        "drover_http_client_requests_total",
                                        List.of("client", "code", "method")),
                                Map.entry(
                                        "drover_http_client_request_duration_seconds",
                                        List.of("client")),
                                Map.entry(
                                        "drover_http_client_throttled_seconds_total",
                                        List.of("client")),
                                Map.entry("drover_config_reloads_total", List.of("result")),
                                Map.entry("drover_config_valid", List.of()),
                                Map.entry("drover_routes_reloads_total", List.of("result")),
                                Map.entry("drover_routes_valid", List.of()),
                                Map.entry("drover_routes_not_started", List.of("flow")),
                                Map.entry("drover_metrics_series_dropped_total", List.of()),
                                Map.entry(
                                        "drover_weights_weight",
                                        List.of("index", "kind", "model", "namespace", "provider")),
                                Map.entry("drover_weights_load", ref),
                                Map.entry("drover_weights_kv_cache_ratio", ref),
                                Map.entry("drover_weights_queue_length", ref),
                                Map.entry("drover_weights_running_requests", ref),
                                Map.entry(
                                        "drover_weights_latency_seconds",
                                        List.of(
                                                "index",
                                                "model",
                                                "namespace",
                                                "provider",
                                                "statistic")),
                                Map.entry(
                                        "drover_weights_ref_state",
                                        List.of(
                                                "index",
                                                "model",
                                                "namespace",
                                                "provider",
                                                "state")),
                                Map.entry(
                                        "drover_weights_scrapes_total",
                                        List.of("outcome", "source")),
                                Map.entry(
                                        "drover_weights_scrapes_skipped_total", List.of("source")),
                                Map.entry("drover_weights_probes_total", List.of("outcome")),
                                Map.entry(
                                        "drover_weights_provider_health",
                                        List.of("namespace", "provider", "state")),
                                Map.entry("drover_weights_targets", List.of("source")),
                                Map.entry("drover_weights_targets_failing", List.of("source")),
                                Map.entry(
                                        "drover_weights_scrape_duration_seconds",
                                        List.of("source")),
                                Map.entry("drover_weights_scrape_body_bytes", List.of("source")),
                                Map.entry(
                                        "drover_weights_scrape_age_seconds",
                                        List.of("namespace", "provider", "source")),
                                Map.entry(
                                        "drover_weights_source_mixed",
                                        List.of("namespace", "provider", "source")),
                                Map.entry("drover_weights_all_down", List.of("model", "namespace")),
                                Map.entry(
                                        "drover_weights_contended", List.of("model", "namespace")),
                                Map.entry(
                                        "drover_weights_patches_total",
                                        List.of("outcome", "reason")),
                                Map.entry("drover_weights_models", List.of("reason", "state")),
                                Map.entry("drover_basemodels_models", List.of("kind", "state")),
                                Map.entry("drover_basemodels_cause", List.of("cause")),
                                Map.entry("drover_basemodels_jobs_total", List.of("extractor")),
                                Map.entry(
                                        "drover_basemodels_jobs_finished_total", List.of("result")),
                                Map.entry("drover_basemodels_extraction_seconds", List.of()),
                                Map.entry("drover_basemodels_ready_seconds", List.of()),
                                Map.entry(
                                        "drover_basemodels_fields_filled_total", List.of("field")),
                                Map.entry(
                                        "drover_basemodels_live_reads_total",
                                        List.of("kind", "result")),
                                Map.entry("drover_basemodels_status_contended", List.of()),
                                Map.entry("drover_basemodels_other_controller", List.of()),
                                Map.entry("drover_registry_objects", List.of("kind", "state")),
                                Map.entry("drover_registry_records", List.of("registry", "state")),
                                Map.entry(
                                        "drover_registry_requests_total",
                                        List.of("code", "operation", "registry")),
                                Map.entry(
                                        "drover_registry_request_seconds",
                                        List.of("operation", "registry")),
                                Map.entry("drover_registry_breaker_state", List.of("registry")),
                                Map.entry("drover_registry_sync_seconds", List.of("kind")),
                                Map.entry("drover_registry_failures_total", List.of("reason")),
                                Map.entry(
                                        "drover_registry_link_writes_total",
                                        List.of("kind", "result")),
                                Map.entry(
                                        "drover_registry_closed_total",
                                        List.of("cause", "registry")),
                                Map.entry("drover_registry_sweep_seconds", List.of("registry")),
                                Map.entry(
                                        "drover_registry_sweep_last_success_timestamp_seconds",
                                        List.of("registry")),
                                Map.entry("drover_registry_sweep_held", List.of("registry")),
                                Map.entry(
                                        "drover_registry_unreadable_records", List.of("registry")),
                                Map.entry("drover_registry_finalizers", List.of())));
    }

    @Test
    void allHistogramsOfTimesHaveTheSameBuckets() {
        assertThat(drover.metrics().families())
                .filteredOn(it -> it.type().equals("histogram") && it.name().endsWith("_seconds"))
                .hasSizeGreaterThanOrEqualTo(6)
                .allSatisfy(
                        family ->
                                assertThat(family.bounds())
                                        .as(family.name())
                                        .containsExactly(
                                                0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
                                                0.5, 1.0, 2.5, 5.0, 10.0, 30.0));
    }

    @Test
    void callsOfEachClientAreCounted() {
        assertThat(drover.process.metrics().lines())
                .anyMatch(counted("kubernetes", "200", "GET"))
                .anyMatch(counted("lease", "200", "PATCH"))
                .anyMatch(counted("scrape", "200", "GET"))
                .anyMatch(counted("scrape", "503", "GET"));
    }

    @Test
    void theSeriesOfAnObjectGoWithIt() {
        assertThat(drover.metrics().series()).anyMatch(it -> it.contains("model=\"qwen\""));
        drover.api.delete("externalmodels", "default", "qwen");
        await().atMost(SOON)
                .untilAsserted(
                        () ->
                                assertThat(drover.metrics().series())
                                        .noneMatch(it -> it.contains("model=\"qwen\""))
                                        .noneMatch(it -> it.contains("provider=\"d\"")));
    }

    @Test
    void eventsStandOnTheObjectsTheyAreAbout() {
        await().atMost(SOON)
                .untilAsserted(
                        () ->
                                assertThat(events())
                                        .contains(
                                                "RoutesRejected Pod drover-7c",
                                                "LeaderElected Lease drover-weights",
                                                "WeightsManaged ExternalModel llama",
                                                "MetadataExtracted BaseModel stored",
                                                "ScrapeFailed ExternalProvider d",
                                                "Linked InferenceService iris",
                                                "InvalidReference InferenceService rose"));
    }

    private static List<String> events() {
        return drover.api.list("events").stream().map(OutsideViewTest::shown).toList();
    }

    private static String shown(ObjectNode event) {
        String about = event.has("regarding") ? "/regarding" : "/involvedObject";
        return event.path("reason").asText()
                + " "
                + event.at(about + "/kind").asText()
                + " "
                + event.at(about + "/name").asText();
    }

    private static java.util.function.Predicate<String> counted(
            String client, String code, String method) {
        return line ->
                line.startsWith(
                        "drover_http_client_requests_total{client=\"%s\",code=\"%s\",method=\"%s\"} "
                                .formatted(client, code, method));
    }

    /** Messages of the lines with this flow and object. */
    private static List<String> said(String columns) {
        return drover.process
                .log()
                .lines()
                .filter(line -> line.contains(" " + columns))
                .map(line -> line.substring(line.indexOf(columns) + columns.length()))
                .toList();
    }
}
