package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.apiserver.Fault;
import dev.drover.sandbox.apiserver.SeenRequest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Registry;
import org.junit.jupiter.api.Test;

/** What the producer sends, and by which exception it names each way in which that can end. */
class ResourcesProducerTest extends ResourcesTestSupport {
    private static final String TO = "kubernetes-resources:" + WIDGETS + "?operation=";

    private volatile boolean leading = true;

    @Override
    protected void bindToRegistry(Registry registry) throws Exception {
        super.bindToRegistry(registry);
        registry.bind("fence", (WriteFence) () -> leading);
    }

    // ---- reads

    @Test
    void getsAnObject() {
        widget("a");

        Exchange answer = send(TO + "get", null, key("a"));

        assertThat(object(answer).<Integer>get("spec", "size")).isEqualTo(1);
        assertThat(answer.getMessage().getHeader(ResourcesConstants.ABSENT)).isEqualTo(false);
        assertThat(answer.getMessage().getHeader(ResourcesConstants.RESOURCE_VERSION))
                .isEqualTo(object(answer).getMetadata().getResourceVersion());
    }

    @Test
    void anAbsentObjectIsAnAnswerAndAMissingKindIsNot() {
        Exchange absent = send(TO + "get", null, key("nobody"));
        Exchange missing =
                send(
                        "kubernetes-resources:none.example.com/v1/nones?operation=get",
                        null,
                        key("a"));

        assertThat(absent.getException()).isNull();
        assertThat(absent.getMessage().getBody()).isNull();
        assertThat(absent.getMessage().getHeader(ResourcesConstants.ABSENT)).isEqualTo(true);
        assertThat(missing.getException()).isInstanceOf(NotServed.class);
    }

    @Test
    void listsAllPagesWithKindAndVersionOnEachItem() {
        IntStream.range(0, 503).forEach(i -> widget("w" + i));

        Exchange answer = send(TO + "list", null, Map.of());

        assertThat(objects(answer)).hasSize(503).allMatch(each -> each.getKind().equals("Widget"));
        assertThat(api.requests().of("list", "widgets")).hasSize(2);
    }

    @Test
    void listsWithSelectorsFromOptionOrHeader() {
        widget("a");
        widget("b");
        api.patch("widgets", "team-a", "b", "{\"metadata\":{\"labels\":{\"x/y\":\"true\"}}}");

        assertThat(names(send(TO + "list&labelSelector=x/y=true", null, Map.of())))
                .containsExactly("b");
        assertThat(
                        names(
                                send(
                                        TO + "list",
                                        null,
                                        Map.of(ResourcesConstants.LABEL_SELECTOR, "!x/y"))))
                .containsExactly("a");
        assertThat(
                        names(
                                send(
                                        TO + "list",
                                        null,
                                        Map.of(
                                                ResourcesConstants.FIELD_SELECTOR,
                                                "metadata.name=a"))))
                .containsExactly("a");
    }

    @Test
    void listsOneNamespace() {
        widget("a");

        assertThat(names(send(TO + "list&namespace=team-b", null, Map.of()))).isEmpty();
        assertThat(names(send(TO + "list&namespace=team-a", null, Map.of()))).containsExactly("a");
    }

    // ---- create

    @Test
    void anExistingObjectIsNotReadWhenItDoesNotMatter() {
        widget("a");

        Exchange answer =
                template.send(
                        TO + "create",
                        exchange -> {
                            exchange.setProperty(ResourcesConstants.IGNORE_EXISTING, true);
                            exchange.getMessage().setBody("{\"spec\":{\"size\":9}}");
                            exchange.getMessage().setHeaders(new HashMap<>(key("a")));
                        });

        assertThat(answer.getException()).isNull();
        assertThat(answer.getMessage().getHeader(ResourcesConstants.EXISTED)).isEqualTo(true);
        assertThat(answer.getMessage().getBody()).isNull();
        assertThat(api.requests().of("get", "widgets")).isEmpty();
    }

    @Test
    void createsFromTreeMapAndText() {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("metadata").put("name", "a").put("namespace", "team-a");
        tree.putObject("spec").put("size", 0);

        assertThat(object(send(TO + "create", tree, Map.of())).<Integer>get("spec", "size"))
                .isZero();
        send(TO + "create", Map.of("metadata", Map.of("name", "b")), key("ignored"));
        send(TO + "create", "{\"spec\":{\"size\":3}}", key("c"));

        assertThat(api.list("widgets"))
                .extracting(each -> each.at("/metadata/name").asText())
                .containsExactlyInAnyOrder("a", "b", "c");
        assertThat(tree.has("kind")).isFalse(); // the caller's own tree is left alone
    }

    @Test
    void anExistingObjectIsTheResultOfACreate() {
        String uid = widget("a").at("/metadata/uid").asText();

        Exchange answer = send(TO + "create", "{\"spec\":{\"size\":9}}", key("a"));

        assertThat(answer.getException()).isNull();
        assertThat(answer.getMessage().getHeader(ResourcesConstants.EXISTED)).isEqualTo(true);
        assertThat(object(answer).getMetadata().getUid()).isEqualTo(uid);
        assertThat(object(answer).<Integer>get("spec", "size")).isEqualTo(1);
    }

    @Test
    void generatedNamesAreTheServers() {
        Exchange answer =
                send(
                        TO + "create&namespace=default",
                        "{\"metadata\":{\"generateName\":\"w-\"}}",
                        Map.of());

        assertThat(object(answer).getMetadata().getName()).startsWith("w-").hasSizeGreaterThan(2);
    }

    // ---- patches

    @Test
    void sendsAJsonPatchAsItIsWithManagerAndContentType() {
        widget("a");

        Exchange answer =
                send(
                        TO + "jsonPatch&fieldManager=drover-weights&fieldValidation=Strict",
                        "[{\"op\":\"replace\",\"path\":\"/spec/size\",\"value\":0}]",
                        key("a"));

        assertThat(object(answer).<Integer>get("spec", "size")).isZero();
        SeenRequest request = onlyWrite();
        assertThat(request.method()).isEqualTo("PATCH");
        assertThat(request.contentType()).startsWith("application/json-patch+json");
        assertThat(request.query())
                .contains("fieldManager=drover-weights", "fieldValidation=Strict");
        assertThat(request.json().at("/0/value").isInt()).isTrue();
    }

    @Test
    void aMergePatchKeepsItsNulls() {
        widget("a");
        api.patch("widgets", "team-a", "a", "{\"spec\":{\"colour\":\"red\"}}");

        send(TO + "mergePatch", "{\"spec\":{\"colour\":null}}", key("a"));

        assertThat(
                        api.get("widgets", "team-a", "a")
                                .orElseThrow()
                                .at("/spec/colour")
                                .isMissingNode())
                .isTrue();
    }

    @Test
    void patchesTheStatusThroughItsSubresource() {
        widget("a");

        send(TO + "mergePatch&subresource=status", "{\"status\":{\"phase\":\"x\"}}", key("a"));

        assertThat(api.get("widgets", "team-a", "a").orElseThrow().at("/status/phase").asText())
                .isEqualTo("x");
        assertThat(onlyWrite().path()).endsWith("/widgets/a/status");
    }

    @Test
    void theHeaderChoosesTheOperation() {
        widget("a");
        Map<String, Object> headers = new HashMap<>(key("a"));
        headers.put(ResourcesConstants.OPERATION, "delete");

        send("kubernetes-resources:" + WIDGETS, null, headers);

        assertThat(api.get("widgets", "team-a", "a")).isEmpty();
    }

    @Test
    void namesThatAreNotNamesStayInTheirSegment() {
        Exchange answer = send(TO + "get", null, key("../../team-a/secrets/a?x=1"));

        assertThat(answer.getMessage().getHeader(ResourcesConstants.ABSENT)).isEqualTo(true);
        assertThat(api.requests().matching(request -> request.resource().equals("secrets")))
                .isEmpty();
        assertThat(api.requests().of("get", "widgets")).hasSize(1);
    }

    // ---- delete

    @Test
    void deletesWithDependentsAndOnlyThisUid() {
        widget("a");
        Map<String, Object> headers = new HashMap<>(key("a"));
        headers.put(ResourcesConstants.UID, "another");

        assertThat(send(TO + "delete", null, headers).getException()).isInstanceOf(Conflict.class);
        headers.put(
                ResourcesConstants.UID,
                api.get("widgets", "team-a", "a").orElseThrow().at("/metadata/uid").asText());
        assertThat(send(TO + "delete", null, headers).getException()).isNull();

        assertThat(api.get("widgets", "team-a", "a")).isEmpty();
        assertThat(api.requests().of("delete", "widgets").get(1).json().at("/propagationPolicy"))
                .hasToString("\"Background\"");
    }

    // ---- ways to end

    @Test
    void aWriteToAnAbsentObjectIsNotFound() {
        assertThat(send(TO + "mergePatch", "{}", key("nobody")).getException())
                .isInstanceOf(NotFound.class)
                .hasMessageContaining("mergePatch " + WIDGETS + " team-a/nobody");
    }

    @Test
    void anAbsentObjectIsDeletedAlready() {
        assertThat(send(TO + "delete", null, key("nobody")).getException()).isNull();
    }

    @Test
    void aFailedTestAndAnOldVersionAreConflicts() {
        widget("a");

        assertThat(
                        send(
                                        TO + "jsonPatch",
                                        "[{\"op\":\"test\",\"path\":\"/spec/size\",\"value\":7}]",
                                        key("a"))
                                .getException())
                .isInstanceOf(Conflict.class);
        assertThat(
                        send(
                                        TO + "mergePatch",
                                        "{\"metadata\":{\"resourceVersion\":\"1\"}}",
                                        key("a"))
                                .getException())
                .isInstanceOf(Conflict.class);
    }

    @Test
    void anInvalidResultTellsFieldByField() {
        widget("a");

        Exchange answer = send(TO + "mergePatch", "{\"spec\":{\"size\":-1}}", key("a"));

        assertThat(answer.getException(Invalid.class).causes())
                .singleElement()
                .satisfies(cause -> assertThat(cause.field()).isEqualTo("spec.size"));
    }

    @Test
    void aThrottledRequestHoldsTheNextOneBackUnsent() {
        widget("a");
        api.fail(Fault.patch("widgets").with(429).retryAfter(30).times(1));

        Exchange first = send(TO + "mergePatch", "{}", key("a"));
        Exchange second = send(TO + "mergePatch", "{}", key("a"));

        assertThat(first.getException(Throttled.class).retryAfter())
                .contains(Duration.ofSeconds(30));
        assertThat(second.getException(Throttled.class).retryAfter().orElseThrow())
                .isBetween(Duration.ofSeconds(25), Duration.ofSeconds(30));
        assertThat(api.requests().of("patch", "widgets")).hasSize(1);
    }

    @Test
    void aServerErrorIsSentOnce() {
        widget("a");
        api.fail(Fault.patch("widgets").with(503));

        assertThat(send(TO + "mergePatch", "{}", key("a")).getException())
                .isInstanceOf(ServerFailure.class);
        assertThat(api.requests().of("patch", "widgets")).hasSize(1);
    }

    @Test
    void aLostReplyOfAWriteIsNeitherSuccessNorFailure() {
        widget("a");
        api.fail(Fault.patch("widgets").losingReply().times(1));

        Exchange answer = send(TO + "mergePatch", "{\"spec\":{\"size\":5}}", key("a"));

        assertThat(answer.getException()).isInstanceOf(AnswerLost.class);
        assertThat(sizeOf("a")).isEqualTo(5);
        assertThat(api.requests().of("patch", "widgets")).hasSize(1);
    }

    @Test
    void aWriteThatIsNotAnsweredInTimeIsLostAndAReadFailed() {
        component().setWriteTimeout(Duration.ofMillis(200));
        component().setRequestTimeout(Duration.ofMillis(200));
        widget("a");
        api.fail(Fault.create("widgets").hanging());
        api.fail(Fault.get("widgets").hanging());

        assertThat(send(TO + "create", "{}", key("b")).getException())
                .isInstanceOf(AnswerLost.class)
                .hasMessageContaining("no answer within 200 ms");
        assertThat(send(TO + "get", null, key("a")).getException())
                .isInstanceOf(ServerFailure.class);
    }

    @Test
    void aServerThatIsNotThereWasNotWrittenTo() {
        widget("a");
        send(TO + "get", null, key("a")); // discovery
        api.refuseConnections();

        // a connection that was open may take the first request with it: nobody can know then
        await().untilAsserted(
                        () ->
                                assertThat(send(TO + "mergePatch", "{}", key("a")).getException())
                                        .isInstanceOf(ServerFailure.class)
                                        .hasMessageStartingWith("not reached"));
    }

    @Test
    void aClosedFenceSendsNothing() {
        widget("a");
        leading = false;

        assertThat(send(TO + "mergePatch&fence=#fence", "{}", key("a")).getException())
                .isInstanceOf(Fenced.class);
        assertThat(api.requests().writes()).isEmpty();
    }

    @Test
    void aKindThatIsGoneIsNotAnAbsentObject() {
        widget("a");
        send(TO + "get", null, key("a"));
        api.uninstall("widgets.tests.example.com");

        assertThat(send(TO + "get", null, key("a")).getException()).isInstanceOf(NotServed.class);
        assertThat(send(TO + "mergePatch", "{}", key("a")).getException())
                .isInstanceOf(NotServed.class);
    }

    @Test
    void droppedFieldsAreRemarkedUpon() {
        Exchange answer = send(TO + "create", "{\"spec\":{\"nose\":1}}", key("a"));

        assertThat(answer.getMessage().getHeader(ResourcesConstants.WARNINGS, List.class))
                .singleElement()
                .asString()
                .contains("unknown field");
    }

    // ---- faults of the route

    @Test
    void saysWhatIsMissing() {
        assertThat(send(TO + "get", null, Map.of()).getException())
                .hasMessageContaining("no name; set the header CamelKubernetesResourcesName");
        assertThat(send("kubernetes-resources:" + WIDGETS, null, key("a")).getException())
                .hasMessageContaining("no operation; set the option operation or the header");
        assertThat(send(TO + "mergePatch", "no json", key("a")).getException())
                .hasMessageContaining("body of kubernetes-resources");
        assertThat(send(TO + "jsonPatch", "{}", key("a")).getException())
                .hasMessageContaining("accepted: a JSON array of operations");
    }

    private SeenRequest onlyWrite() {
        List<SeenRequest> writes = api.requests().writes();
        assertThat(writes).hasSize(1);
        return writes.get(0);
    }

    private static GenericKubernetesResource object(Exchange answer) {
        assertThat(answer.getException()).isNull();
        return answer.getMessage().getBody(GenericKubernetesResource.class);
    }

    @SuppressWarnings("unchecked")
    private static List<GenericKubernetesResource> objects(Exchange answer) {
        return answer.getMessage().getBody(List.class);
    }

    private static List<String> names(Exchange answer) {
        return objects(answer).stream().map(each -> each.getMetadata().getName()).toList();
    }
}
