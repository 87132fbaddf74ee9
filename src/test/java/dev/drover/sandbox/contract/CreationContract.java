package dev.drover.sandbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.sandbox.RawApi.Reply;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** POST of custom objects: defaults, pruning, validation and their texts. */
abstract class CreationContract extends ApiContract {
    CreationContract(Subject subject) {
        super(subject);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "an absent weight is one,        '',    1",
        "a null weight is absent,        null,  1",
        "zero stays zero,                0,     0",
        "a whole decimal is an integer,  50.0,  50",
        "so is one with an exponent,     5e1,   50",
        "the maximum is allowed,         100,   100",
    })
    void storesWeightsAsIntegers(String because, String written, int stored) {
        Reply reply = api.send("POST", subject.models(), "application/json", json("w", written));
        assertThat(reply.code()).as(reply.text()).isEqualTo(201);
        assertThat(weight(reply).isInt()).isTrue();
        assertThat(weight(read("w")).asInt()).isEqualTo(stored);
        assertThat(read("w").text()).contains("\"weight\":" + stored + "}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "above the maximum | 101    | FieldValueInvalid     | Invalid value: 101: spec.externalProviderRefs[0].weight in body should be less than or equal to 100",
                "below the minimum | -1     | FieldValueInvalid     | Invalid value: -1: spec.externalProviderRefs[0].weight in body should be greater than or equal to 0",
                "text              | \"50\" | FieldValueTypeInvalid | Invalid value: \"string\": spec.externalProviderRefs[0].weight in body must be of type integer: \"string\"",
                "a fraction        | 50.5   | FieldValueTypeInvalid | Invalid value: \"number\": spec.externalProviderRefs[0].weight in body must be of type integer: \"number\"",
                "a boolean         | true   | FieldValueTypeInvalid | Invalid value: \"boolean\": spec.externalProviderRefs[0].weight in body must be of type integer: \"boolean\"",
            })
    void refusesOtherWeights(String because, String written, String reason, String message) {
        Reply reply = api.send("POST", subject.models(), "application/json", json("w", written));
        assertInvalid(reply, "spec.externalProviderRefs[0].weight", reason);
        assertThat(reply.at("/message"))
                .isEqualTo(
                        "ExternalModel.inference.opendatahub.io \"w\" is invalid:"
                                + " spec.externalProviderRefs[0].weight: "
                                + message);
        assertThat(reply.at("/details/name")).isEqualTo("w");
        assertThat(reply.at("/details/group")).isEqualTo("inference.opendatahub.io");
        assertThat(reply.at("/details/kind")).isEqualTo("ExternalModel");
        assertThat(reply.at("/details/causes/0/message")).isEqualTo(message);
    }

    @Test
    void namesEveryMissingField() {
        Reply reply =
                api.post(
                        subject.models(),
                        """
                        apiVersion: inference.opendatahub.io/v1alpha1
                        kind: ExternalModel
                        metadata: {name: incomplete}
                        spec: {externalProviderRefs: [{targetModel: t, ref: {name: a.b}, path: v1}]}
                        """);
        String item = "spec.externalProviderRefs[0]";
        assertInvalid(reply, item + ".apiFormat", "FieldValueRequired");
        assertInvalid(reply, item + ".ref.name", "FieldValueInvalid");
        assertInvalid(reply, item + ".path", "FieldValueInvalid");
        assertThat(reply.body().at("/details/causes")).hasSize(3);
        assertThat(reply.at("/message"))
                .contains(" is invalid: [")
                .contains(item + ".apiFormat: Required value")
                .contains("in body should match '^/.*'");
    }

    @ParameterizedTest
    @CsvSource({"0, FieldValueInvalid", "65, FieldValueTooMany"})
    void boundsTheNumberOfReferences(int count, String reason) {
        String item = "{ref: {name: a}, targetModel: t, apiFormat: f, path: /}";
        String items =
                IntStream.range(0, count).mapToObj(i -> item).collect(Collectors.joining(","));
        Reply reply =
                api.post(
                        subject.models(),
                        """
                        apiVersion: inference.opendatahub.io/v1alpha1
                        kind: ExternalModel
                        metadata: {name: many}
                        spec: {externalProviderRefs: [%s]}
                        """
                                .formatted(items));
        assertInvalid(reply, "spec.externalProviderRefs", reason);
        assertThat(reply.at("/message"))
                .endsWith(
                        count == 0
                                ? "Invalid value: 0: spec.externalProviderRefs in body should have"
                                        + " at least 1 items"
                                : "Too many: 65: must have at most 64 items");
    }

    @Test
    void acceptsAnObjectWithoutSpec() {
        api.post(
                        subject.models(),
                        "{apiVersion: inference.opendatahub.io/v1alpha1, kind: ExternalModel,"
                                + " metadata: {name: bare}}")
                .expect(201);
        assertThat(read("bare").body().has("spec")).isFalse();
    }

    @Test
    void dropsUnknownFieldsWithAWarning() {
        String unknown = model("u", "5") + "  foo: 1\n";
        Reply reply = api.post(subject.models(), unknown).expect(201);
        assertThat(reply.warnings()).containsExactly("299 - \"unknown field \\\"spec.foo\\\"\"");
        assertThat(reply.body().at("/spec").has("foo")).isFalse();
    }

    @Test
    void refusesUnknownFieldsWhenAskedTo() {
        String unknown = model("u", "5") + "  foo: 1\n";
        Reply strict = api.post(subject.models() + "?fieldValidation=Strict", unknown);
        assertThat(strict.code()).isEqualTo(400);
        assertThat(strict.at("/reason")).isEqualTo("BadRequest");
        assertThat(strict.at("/message")).contains("strict decoding error: unknown field");
        Reply silent = api.post(subject.models() + "?fieldValidation=Ignore", unknown).expect(201);
        assertThat(silent.warnings()).isEmpty();
    }

    @Test
    void dropsAStatusHoweverInvalid() {
        Reply reply = api.post(subject.models(), model("s", "5") + "status: {phase: Foo}\n");
        assertThat(reply.expect(201).body().has("status")).isFalse();
    }

    @Test
    void setsTheMetadataThatIsTheServers() {
        Reply reply = created("meta");
        assertThat(generation(reply)).isOne();
        assertThat(reply.at("/metadata/uid")).hasSize(36);
        assertThat(reply.at("/metadata/namespace")).isEqualTo(subject.namespace());
        assertThat(reply.at("/metadata/creationTimestamp"))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(reply.at("/metadata/managedFields/0/manager")).isEqualTo("contract");
        assertThat(reply.at("/metadata/managedFields/0/operation")).isEqualTo("Update");
    }

    @Test
    void completesAGeneratedName() {
        Reply reply =
                api.post(subject.models(), model("x", "5").replace("name: x", "generateName: m-"));
        assertThat(reply.expect(201).at("/metadata/name"))
                .matches("m-[bcdfghjklmnpqrstvwxz2456789]{5}");
    }

    @Test
    void refusesASecondObjectOfThatName() {
        created("twice");
        Reply reply = api.post(subject.models(), model("twice", "5"));
        assertThat(reply.code()).isEqualTo(409);
        assertThat(reply.at("/reason")).isEqualTo("AlreadyExists");
        assertThat(reply.at("/message"))
                .isEqualTo("externalmodels.inference.opendatahub.io \"twice\" already exists");
        assertThat(reply.at("/details/name")).isEqualTo("twice");
        assertThat(reply.at("/details/kind")).isEqualTo("externalmodels");
    }

    @Test
    void needsTheNamespace() {
        String elsewhere = subject.models().replace(subject.namespace(), "nowhere");
        Reply reply = api.post(elsewhere, model("lost", "5"));
        assertThat(reply.code()).isEqualTo(404);
        assertThat(reply.at("/message")).isEqualTo("namespaces \"nowhere\" not found");
    }

    @ParameterizedTest
    @CsvSource({"a..b", "A", "a_b", "-a", "a."})
    void refusesNamesThatAreNoSubdomains(String name) {
        assertInvalid(
                api.post(subject.models(), model("'" + name + "'", "5")),
                "metadata.name",
                "FieldValueInvalid");
    }

    @Test
    void refusesLabelsThatAreNoTextOrTooLong() {
        String labelled = model("l", "5").replace("{name: l}", "{name: l, labels: {a: %s}}");
        Reply number = api.post(subject.models(), labelled.formatted("1"));
        assertThat(number.code()).isEqualTo(400);
        assertThat(number.at("/message")).contains("cannot unmarshal number into Go struct field");
        Reply tooLong = api.post(subject.models(), labelled.formatted("x".repeat(64)));
        assertInvalid(tooLong, "metadata.labels", "FieldValueInvalid");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "an address is a name              | 127.0.0.1    | 201",
                "a single label is no endpoint     | localhost    | 422",
                "a port does not belong to it      | host:8000    | 422",
                "nor does a scheme                 | https://host | 422",
                "nothing is no endpoint            | ''           | 422",
            })
    void checksProviderEndpoints(String because, String endpoint, int code) {
        Reply reply =
                api.post(
                        subject.providers(),
                        """
                        apiVersion: inference.opendatahub.io/v1alpha1
                        kind: ExternalProvider
                        metadata: {generateName: p-}
                        spec:
                          provider: p
                          endpoint: "%s"
                          auth: {type: apikey, secretRef: {name: s}}
                        """
                                .formatted(endpoint));
        assertThat(reply.code()).as(reply.text()).isEqualTo(code);
    }

    @Test
    void listsTheValuesOfAnEnumeration() {
        Reply reply =
                api.post(
                        subject.providers(),
                        """
                        apiVersion: inference.opendatahub.io/v1alpha1
                        kind: ExternalProvider
                        metadata: {name: p}
                        spec: {provider: p, endpoint: a.b, auth: {type: bearer, secretRef: {name: s}}}
                        """);
        assertInvalid(reply, "spec.auth.type", "FieldValueNotSupported");
        assertThat(reply.at("/message"))
                .endsWith(
                        "Unsupported value: \"bearer\": supported values: \"apikey\", \"simple\","
                                + " \"sigv4\", \"oauth2\"");
    }

    private static String json(String name, String weight) {
        return """
        {"apiVersion":"inference.opendatahub.io/v1alpha1","kind":"ExternalModel",
        "metadata":{"name":"%s"},"spec":{"externalProviderRefs":[
        {"ref":{"name":"a"},"targetModel":"t","apiFormat":"f","path":"/v1"%s}]}}
        """
                .formatted(name, weight.isEmpty() ? "" : ",\"weight\":" + weight);
    }
}
