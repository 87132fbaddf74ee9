package dev.drover.sandbox.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Creates or replaces CRDs and waits: a kind can answer 404 for seconds after its CRD is there. */
final class CrdInstallation {
    private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private CrdInstallation() {}

    static void install(RawApi api, String yaml, Consumer<BooleanSupplier> await) {
        for (ObjectNode crd : RawApi.documents(yaml)) {
            RawApi.Reply reply = api.post(CRDS, crd.toString());
            if (reply.code() == 409) {
                replace(api, crd);
            } else {
                reply.expect(201);
            }
            await.accept(() -> served(api, crd));
        }
    }

    private static void replace(RawApi api, ObjectNode crd) {
        String path = CRDS + "/" + crd.at("/metadata/name").asText();
        String version = api.get(path).expect(200).at("/metadata/resourceVersion");
        crd.withObject("/metadata").put("resourceVersion", version);
        api.put(path, crd.toString()).expect(200);
    }

    private static boolean served(RawApi api, ObjectNode crd) {
        JsonNode spec = crd.get("spec");
        for (JsonNode version : spec.get("versions")) {
            String path =
                    "/apis/%s/%s/%s?limit=1"
                            .formatted(
                                    spec.get("group").asText(),
                                    version.get("name").asText(),
                                    spec.at("/names/plural").asText());
            if (version.path("served").asBoolean() && api.get(path).code() != 200) {
                return false;
            }
        }
        return true;
    }
}
