package dev.drover.sandbox.omeagent;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The agent's command line and environment. As strict as the agent's own: an option that it does
 * not know ends it.
 *
 * @param namespace of the model, empty for a cluster-scoped one
 * @param agentNamespace where the ConfigMap goes
 * @param account ServiceAccount of the Pod
 */
record AgentCommand(
        String model,
        String namespace,
        boolean clusterScoped,
        String modelPath,
        String agentNamespace,
        String jobNamespace,
        String account) {
    private static final String COMMAND = "model-metadata";
    private static final List<String> OPTIONS =
            List.of("--config", "--model-path", "--basemodel-name", "--basemodel-namespace");
    private static final String CLUSTER_SCOPED = "--cluster-scoped";

    /**
     * Of the only container of a Job.
     *
     * @throws IllegalArgumentException when the agent would refuse it
     */
    static AgentCommand of(JsonNode job) {
        JsonNode pod = job.at("/spec/template/spec");
        JsonNode container = pod.at("/containers/0");
        if (container.has("command")) {
            throw new IllegalArgumentException("the image's own entry point is replaced");
        }
        Map<String, String> options = options(texts(container.path("args")));
        boolean clusterScoped = options.containsKey(CLUSTER_SCOPED);
        String namespace = options.getOrDefault("--basemodel-namespace", "");
        if (clusterScoped != namespace.isEmpty()) {
            throw new IllegalArgumentException("a namespace, or cluster-scoped: one of the two");
        }
        return new AgentCommand(
                required(options, "--basemodel-name"),
                namespace,
                clusterScoped,
                required(options, "--model-path"),
                environment(container, "POD_NAMESPACE"),
                job.at("/metadata/namespace").asText(),
                pod.path("serviceAccountName").asText("default"));
    }

    private static Map<String, String> options(List<String> args) {
        if (args.isEmpty() || !args.get(0).equals(COMMAND)) {
            throw new IllegalArgumentException("the command is not " + COMMAND + ": " + args);
        }
        Map<String, String> options = new HashMap<>();
        for (int i = 1; i < args.size(); i++) {
            String name = args.get(i);
            if (name.equals(CLUSTER_SCOPED)) {
                options.put(name, "");
            } else if (OPTIONS.contains(name) && i + 1 < args.size()) {
                options.put(name, args.get(++i));
            } else {
                throw new IllegalArgumentException("unknown flag: " + name);
            }
        }
        return options;
    }

    private static String required(Map<String, String> options, String name) {
        String value = options.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    private static String environment(JsonNode container, String name) {
        for (JsonNode variable : container.path("env")) {
            if (variable.path("name").asText().equals(name)) {
                return variable.path("value").asText();
            }
        }
        throw new IllegalArgumentException("variable " + name + " is missing");
    }

    /** As the kubelet hands them over. */
    private static List<String> texts(JsonNode args) {
        List<String> texts = new ArrayList<>();
        args.forEach(arg -> texts.add(arg.asText().replace("$$", "$")));
        return texts;
    }
}
