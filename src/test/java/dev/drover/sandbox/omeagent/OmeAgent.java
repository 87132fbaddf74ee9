package dev.drover.sandbox.omeagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import java.util.function.Function;

/**
 * The agent in a Job's container. It reads its ConfigMap, and creates or replaces it; a conflict is
 * tried again, whatever else is refused ends it with an error and no report.
 *
 * <pre>{@code
 * OmeAgent agent = new OmeAgent(OmeAgent.asTheJob(plane.api()), job -> AgentFinding.ready("…"));
 * int exit = agent.run(job);   // job as created by Drover
 * }</pre>
 */
public final class OmeAgent {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TRIES = 5;

    private final Function<JsonNode, RawApi> account;
    private final Function<JsonNode, AgentFinding> reading;

    /**
     * An agent.
     *
     * @param account the API as the Job may use it
     * @param reading what it finds on the volume of this Job
     */
    public OmeAgent(Function<JsonNode, RawApi> account, Function<JsonNode, AgentFinding> reading) {
        this.account = account;
        this.reading = reading;
    }

    /** With a token of the Job's own ServiceAccount, which must be there. */
    public static Function<JsonNode, RawApi> asTheJob(RawApi admin) {
        return job -> {
            AgentCommand command = AgentCommand.of(job);
            String path =
                    "/api/v1/namespaces/%s/serviceaccounts/%s/token"
                            .formatted(command.jobNamespace(), command.account());
            String request =
                    "{apiVersion: authentication.k8s.io/v1, kind: TokenRequest,"
                            + " spec: {expirationSeconds: 3600}}";
            return admin.as(admin.post(path, request).expect(201).at("/status/token"));
        };
    }

    /**
     * Runs as the container of this Job.
     *
     * @return the exit code: 0 when it reported a model that it could read
     * @throws IllegalArgumentException when the agent would refuse its command line
     */
    public int run(JsonNode job) {
        AgentCommand command = AgentCommand.of(job);
        AgentFinding finding = reading.apply(job);
        boolean reported = report(account.apply(job), command, finding);
        return reported && !finding.isFailure() ? 0 : 1;
    }

    private static boolean report(RawApi api, AgentCommand command, AgentFinding finding) {
        String all = "/api/v1/namespaces/" + command.agentNamespace() + "/configmaps";
        String one = all + "/" + AgentConfigMap.name(command);
        int code = 409;
        for (int i = 0; i < TRIES && code == 409; i++) {
            RawApi.Reply present = api.get(one);
            code =
                    switch (present.code()) {
                        case 200 -> api.put(one, filled(present.body(), command, finding)).code();
                        case 404 -> api.post(all, filled(fresh(command), command, finding)).code();
                        default -> present.code();
                    };
        }
        return code == 200 || code == 201;
    }

    private static ObjectNode fresh(AgentCommand command) {
        ObjectNode fresh = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
        fresh.putObject("metadata")
                .put("name", AgentConfigMap.name(command))
                .put("namespace", command.agentNamespace());
        return fresh;
    }

    private static String filled(JsonNode present, AgentCommand command, AgentFinding finding) {
        ObjectNode map = present.deepCopy();
        ObjectNode metadata = map.withObject("/metadata");
        metadata.withObject("/labels")
                .put("models.ome/pvc-status", "true")
                .put("models.ome/model-name", AgentConfigMap.label(command.model()))
                .put("models.ome/model-scope", command.clusterScoped() ? "cluster" : "namespaced");
        ObjectNode annotations = metadata.withObject("/annotations");
        annotations.remove(AgentConfigMap.LAST_ERROR);
        if (!finding.error().isEmpty()) {
            annotations.put(AgentConfigMap.LAST_ERROR, finding.error());
        }
        map.withObject("/data").put(AgentConfigMap.key(command), finding.entry(command.model()));
        return map.toString();
    }
}
