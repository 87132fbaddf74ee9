package dev.drover.sandbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.RawApi.Reply;
import org.junit.jupiter.api.Timeout;

/** What the contracts share: the server, and ExternalModels to try things on. */
@Timeout(60)
abstract class ApiContract {
    static final String BARE = "the server rejected our request due to an error in our request";

    final Subject subject;
    final RawApi api;

    ApiContract(Subject subject) {
        this.subject = subject;
        this.api = subject.api();
    }

    /** A model with one provider reference; {@code weight} is written as given, or left out. */
    static String model(String name, String weight) {
        return """
        apiVersion: inference.opendatahub.io/v1alpha1
        kind: ExternalModel
        metadata: {name: %s}
        spec:
          externalProviderRefs:
          - {ref: {name: a}, targetModel: t, apiFormat: openai-chat, path: /v1%s}
        """
                .formatted(name, weight.isEmpty() ? "" : ", weight: " + weight);
    }

    Reply created(String name) {
        return api.post(subject.models(), model(name, "5")).expect(201);
    }

    Reply read(String name) {
        return api.get(subject.model(name)).expect(200);
    }

    Reply jsonPatch(String name, String operations) {
        return api.patch(subject.model(name), RawApi.JSON_PATCH, operations.replace('\'', '"'));
    }

    Reply mergePatch(String path, String patch) {
        return api.patch(path, RawApi.MERGE_PATCH, patch.replace('\'', '"'));
    }

    static JsonNode weight(Reply reply) {
        return reply.body().at("/spec/externalProviderRefs/0/weight");
    }

    static String version(Reply reply) {
        return reply.at("/metadata/resourceVersion");
    }

    static long generation(Reply reply) {
        return reply.body().at("/metadata/generation").asLong();
    }

    /** A 422 that means: the patch did not apply. */
    static void assertBare(Reply reply) {
        assertThat(reply.code()).as(reply.text()).isEqualTo(422);
        assertThat(reply.at("/message")).isEqualTo(BARE);
        assertThat(reply.at("/reason")).isEqualTo("Invalid");
        assertThat(reply.body().at("/details").size()).isZero();
    }

    /** A 422 that means: the result is invalid, in this field for this reason. */
    static void assertInvalid(Reply reply, String field, String reason) {
        assertThat(reply.code()).as(reply.text()).isEqualTo(422);
        assertThat(reply.body().at("/details/causes"))
                .as(reply.text())
                .anySatisfy(
                        cause -> {
                            assertThat(cause.path("field").asText()).isEqualTo(field);
                            assertThat(cause.path("reason").asText()).isEqualTo(reason);
                        });
    }
}
