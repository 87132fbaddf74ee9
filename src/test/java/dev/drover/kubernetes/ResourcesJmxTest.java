package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.test.junit5.TestExecutionConfiguration;
import org.junit.jupiter.api.Test;

/** What Hawtio shows: the consumer while its route runs, the informers always. */
class ResourcesJmxTest extends ResourcesTestSupport {
    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    @Override
    public void configureTest(TestExecutionConfiguration configuration) {
        super.configureTest(configuration);
        configuration.withJMX(true);
    }

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("kubernetes-resources:" + WIDGETS)
                        .routeId("tests-route")
                        .autoStartup(false)
                        .process(exchange -> {})
                        .id("decide");
            }
        };
    }

    @Test
    void aStandbyShowsItsInformersAndARunningRouteItsQueue() throws Exception {
        widget("a");
        ObjectName informers = only("type=services,name=InformersView*");
        await().until(
                        () ->
                                beans.getAttribute(informers, "Synced").equals(true)
                                        && beans.getAttribute(informers, "Informers")
                                                .toString()
                                                .contains("synced, "));
        assertThat(names("type=consumers,name=ResourcesConsumer*")).isEmpty();

        context.getRouteController().startRoute("tests-route");
        ObjectName consumer = only("type=consumers,name=ResourcesConsumer*");
        await().until(() -> beans.getAttribute(consumer, "Processed").equals(1L));

        for (String attribute :
                new String[] {"QueueDepth", "DelayedKeys", "RetryingKeys", "Active", "CacheSize"}) {
            assertThat(beans.getAttribute(consumer, attribute))
                    .as(attribute)
                    .isEqualTo(attribute.equals("CacheSize") ? 1 : 0);
        }
        assertThat(beans.getAttribute(consumer, "Failed")).isEqualTo(0L);
        assertThat(beans.getAttribute(consumer, "Relists")).isEqualTo(1L);
        assertThat(beans.getAttribute(consumer, "Synced")).isEqualTo(true);
        assertThat((Double) beans.getAttribute(consumer, "OldestKeyAge")).isZero();
        assertThat((Double) beans.getAttribute(consumer, "LastEventAge")).isNotNegative();
    }

    private ObjectName only(String pattern) throws Exception {
        Set<ObjectName> names = names(pattern);
        assertThat(names).hasSize(1);
        return names.iterator().next();
    }

    private Set<ObjectName> names(String pattern) throws Exception {
        return beans.queryNames(
                new ObjectName(
                        "org.apache.camel:context="
                                + context.getManagementName()
                                + ","
                                + pattern
                                + ",*"),
                null);
    }
}
