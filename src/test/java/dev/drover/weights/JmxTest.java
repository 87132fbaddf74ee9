package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.metrics.FakeTarget;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What JConsole and Hawtio show of the flow (spec weights 8), by the names of docs/look-inside. */
@Timeout(60)
class JmxTest {
    private static final byte[] PAGE =
            "vllm:kv_cache_usage_perc{model_name=\"llama-3-70b\"} 0.5\n"
                    .getBytes(StandardCharsets.UTF_8);

    @Test
    void showsSchedulesHealthDecisionsAndThreads() throws Exception {
        String head = "200 OK\nConnection: close\nContent-Length: " + PAGE.length;
        try (FakeTarget good = FakeTarget.answering(head, PAGE);
                ReconcileFixture drover = new ReconcileFixture(true)) {
            String[] config = {
                "metrics.vllm.url: \"" + good.url() + "\"",
                "healthCheck: enabled",
                "healthCheck.interval: 1s",
                "healthCheck.port: \"" + good.url().replaceAll("\\D*[\\d.]+:(\\d+).*", "$1") + "\""
            };
            drover.createProbedProvider("cluster-b", "remote-maas", "127.0.0.1", config);
            drover.createProbedProvider("cluster-c", "remote-maas", "127.0.0.1", config);
            drover.start();
            drover.createModel(50, 50);
            await().atMost(20, TimeUnit.SECONDS)
                    .until(
                            () ->
                                    drover.flow().models().stream()
                                            .anyMatch(it -> it.reason().equals("Balanced")));
            drover.looksAgain();

            assertThat(
                            read(
                                    "type=processors,name=\"weights-scrape-tick-due\"",
                                    "Entries",
                                    "Failing"))
                    .containsEntry("Entries", 1)
                    .containsEntry("Failing", 0);
            assertThat(
                            read(
                                    "type=processors,name=\"weights-scrape-tick-due\"",
                                    "InFlight",
                                    "Skipped"))
                    .containsKeys("InFlight", "Skipped");
            assertThat(
                            read(
                                    "type=processors,name=\"weights-probe-tick-due\"",
                                    "Entries",
                                    "Failing"))
                    .containsEntry("Entries", 1)
                    .containsEntry("Failing", 0);
            await().until(
                            () ->
                                    read("type=services,name=HealthView", "States")
                                            .get("States")
                                            .toString()
                                            .contains("team-a/cluster-b HEALTHY"));
            Map<String, Object> calculator =
                    read(
                            "type=processors,name=\"weights-reconcile-decide\"",
                            "Decisions",
                            "Written",
                            "Held",
                            "Balanced");
            assertThat(calculator).containsEntry("Written", 0L).containsEntry("Balanced", 1);
            assertThat((Long) calculator.get("Held")).isPositive();
            assertThat(names("type=threadpools,*"))
                    .anyMatch(name -> name.contains("name=\"scrape(wireTap)\""))
                    .anyMatch(name -> name.contains("name=\"probe(wireTap)\""));
        }
    }

    /** Of the one bean of this name that lives. */
    private static Map<String, Object> read(String keys, String... attributes) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        List<ObjectName> found =
                List.copyOf(
                        beans.queryNames(
                                new ObjectName("org.apache.camel:context=*," + keys), null));
        assertThat(found).as(keys).hasSize(1);
        return beans.getAttributes(found.get(0), attributes).asList().stream()
                .collect(Collectors.toMap(Attribute::getName, Attribute::getValue));
    }

    private static List<String> names(String keys) throws Exception {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("org.apache.camel:context=*," + keys), null)
                .stream()
                .map(ObjectName::toString)
                .toList();
    }
}
