package dev.drover.basemodels.job;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.basemodels.settings.Extractor;
import java.util.ArrayList;
import java.util.List;

/** Arguments of the container, before the kubelet's expansion is kept from them. */
final class JobArguments {
    private JobArguments() {}

    static List<String> of(JobOrder order, BasemodelsConfiguration configuration) {
        return configuration.extractor() == Extractor.OME_AGENT
                ? agent(order.model())
                : extractor(order, configuration.job().command());
    }

    private static List<String> extractor(JobOrder order, List<String> command) {
        List<String> args = new ArrayList<>(command.subList(1, command.size()));
        args.addAll(JobManifest.modelPath());
        args.addAll(List.of("--uri", order.uri().canonical()));
        args.addAll(List.of("--fingerprint", order.fingerprint().value()));
        return args;
    }

    private static List<String> agent(BaseModel model) {
        List<String> args =
                new ArrayList<>(List.of("model-metadata", "--config", "/ome-agent.yaml"));
        args.addAll(JobManifest.modelPath());
        args.addAll(List.of("--basemodel-name", model.key().name()));
        if (model.kind() == ModelKind.CLUSTER_BASE_MODEL) {
            args.add("--cluster-scoped");
        } else {
            args.addAll(List.of("--basemodel-namespace", model.key().namespace()));
        }
        return args;
    }
}
