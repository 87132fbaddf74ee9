package dev.drover.sandbox.apiserver;

import static dev.drover.sandbox.apiserver.Fault.get;
import static dev.drover.sandbox.apiserver.Fault.patch;
import static dev.drover.sandbox.apiserver.Fault.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The double as fabric8's client sees it, its faults, and what it remembers of requests. */
@Timeout(60)
class ApiServerDoubleTest {
    private static final String MODEL =
            """
            apiVersion: inference.opendatahub.io/v1alpha1
            kind: ExternalModel
            metadata: {name: m, namespace: team}
            spec:
              externalProviderRefs:
              - {ref: {name: a}, targetModel: t, apiFormat: openai-chat, path: /v1}
            """;
    private static final String HEAVIER =
            "[{\"op\":\"add\",\"path\":\"/spec/externalProviderRefs/0/weight\",\"value\":7}]";

    private final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    private final KubernetesClient client = api.client();

    @AfterEach
    void close() {
        client.close();
        api.close();
    }

    @Test
    void servesCustomResourcesToFabric8() {
        api.create(MODEL);
        patchWeight();
        assertThat(weight()).isEqualTo(7);
        assertThat(api.requests().writes()).hasSize(1);
        assertThat(api.requests().of("patch", "externalmodels").get(0).json().size()).isOne();
    }

    @Test
    void answersTheGivenCodeAsOftenAsTold() {
        api.create(MODEL);
        ActiveFault fault = api.fail(patch("externalmodels").with(429).retryAfter(2).times(1));
        assertThatThrownBy(this::patchWeight)
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(429));
        patchWeight();
        assertThat(fault.hits()).isOne();
    }

    @Test
    void losesTheReplyButDoesWhatWasAsked() {
        api.create(MODEL);
        api.fail(patch("externalmodels").losingReply().times(1));
        assertThatThrownBy(this::patchWeight).isInstanceOf(KubernetesClientException.class);
        assertThat(weight()).isEqualTo(7);
    }

    @Test
    void hasTheSameStateAndPortAfterRefusingConnections() {
        api.create(MODEL);
        api.refuseConnections();
        assertThatThrownBy(() -> models().inNamespace("team").withName("m").get())
                .isInstanceOf(KubernetesClientException.class);
        api.acceptConnections();
        assertThat(models().inNamespace("team").withName("m").get()).isNotNull();
    }

    @Test
    void failsTheNamedRequestOnly() {
        api.create(MODEL);
        api.fail(get("externalmodels").named("other").with(503));
        assertThat(models().inNamespace("team").withName("m").get()).isNotNull();
    }

    @Test
    void sendsChangesToWatchers() {
        Events events = new Events();
        try (var watch = models().inAnyNamespace().watch(events)) {
            api.create(MODEL);
            api.patchStatus("externalmodels", "team", "m", "{\"status\":{\"phase\":\"Ready\"}}");
            api.delete("externalmodels", "team", "m");
            await().untilAsserted(
                            () ->
                                    assertThat(events.actions)
                                            .containsExactly(
                                                    Watcher.Action.ADDED,
                                                    Watcher.Action.MODIFIED,
                                                    Watcher.Action.DELETED));
        }
    }

    @Test
    void keepsAHalfOpenWatchSilent() {
        api.fail(watch("externalmodels").halfOpen().times(1));
        Events events = new Events();
        try (var watch = models().inAnyNamespace().watch(events)) {
            await().until(() -> api.watches("externalmodels").count() == 1);
            api.create(MODEL);
            api.watches("externalmodels").bookmark();
            try (var other = models().inAnyNamespace().watch(new Events())) {
                assertThat(events.actions).isEmpty();
            }
        }
    }

    @Test
    void endsWatchesOfARemovedKind() {
        api.create(MODEL);
        Events events = new Events();
        var options = new ListOptionsBuilder().withResourceVersion("" + api.revision()).build();
        try (var watch = models().inAnyNamespace().watch(options, events)) {
            await().until(() -> api.watches("externalmodels").count() == 1);
            api.uninstall("externalmodels.inference.opendatahub.io");
            await().until(() -> events.actions.contains(Watcher.Action.DELETED));
        }
        assertThatThrownBy(() -> models().inAnyNamespace().list())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(404));
    }

    @Test
    void refusesWhatAUserWasNotGranted() {
        api.create(MODEL);
        ApiUser user =
                api.user("secret", "system:serviceaccount:p8:ctl").may("get", "externalmodels");
        try (KubernetesClient limited = api.client(user)) {
            assertThat(models(limited).inNamespace("team").withName("m").get()).isNotNull();
            assertThatThrownBy(() -> models(limited).inNamespace("team").list())
                    .hasMessageContaining(
                            "externalmodels.inference.opendatahub.io is forbidden: User"
                                    + " \"system:serviceaccount:p8:ctl\" cannot list resource"
                                    + " \"externalmodels\" in API group \"inference.opendatahub.io\" in"
                                    + " the namespace \"team\"");
        }
    }

    @Test
    void collectsWhatLostItsOwner() {
        ObjectNode owner = api.create(MODEL).get(0);
        api.create(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: owned
                  namespace: team
                  ownerReferences:
                  - {apiVersion: inference.opendatahub.io/v1alpha1, kind: ExternalModel, name: m, uid: %s}
                """
                        .formatted(owner.at("/metadata/uid").asText()));
        assertThat(api.get("configmaps", "team", "owned")).isPresent();
        api.delete("externalmodels", "team", "m");
        assertThat(api.get("configmaps", "team", "owned")).isEmpty();
    }

    private void patchWeight() {
        models().inNamespace("team").withName("m").patch(PatchContext.of(PatchType.JSON), HEAVIER);
    }

    private int weight() {
        return api.get("externalmodels", "team", "m")
                .orElseThrow()
                .at("/spec/externalProviderRefs/0/weight")
                .asInt();
    }

    private MixedOperation<
                    GenericKubernetesResource,
                    GenericKubernetesResourceList,
                    Resource<GenericKubernetesResource>>
            models() {
        return models(client);
    }

    private static MixedOperation<
                    GenericKubernetesResource,
                    GenericKubernetesResourceList,
                    Resource<GenericKubernetesResource>>
            models(KubernetesClient client) {
        return client.genericKubernetesResources(
                new ResourceDefinitionContext.Builder()
                        .withGroup("inference.opendatahub.io")
                        .withVersion("v1alpha1")
                        .withPlural("externalmodels")
                        .withKind("ExternalModel")
                        .withNamespaced(true)
                        .build());
    }

    private static final class Events implements Watcher<GenericKubernetesResource> {
        private final List<Action> actions = new CopyOnWriteArrayList<>();

        @Override
        public void eventReceived(Action action, GenericKubernetesResource object) {
            actions.add(action);
        }

        @Override
        public void onClose(WatcherException cause) {}
    }
}
