package dev.drover.weights.providers;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.ArrayList;
import java.util.List;

/**
 * The metrics sources of one ref, as its provider's and its own configuration name them. Without
 * sources and findings the ref has no metrics at all.
 *
 * @param provider whose Events tell of failing sources
 * @param targetModel the model's name over there
 * @param sources usable ones, engine before endpoint picker
 * @param findings keys that cannot be used
 */
public record RefSources(
        ObjectKey provider,
        String targetModel,
        List<Source> sources,
        List<ConfigFinding> findings) {
    public RefSources {
        sources = List.copyOf(sources);
        findings = List.copyOf(findings);
    }

    /** The same with more that cannot be used. */
    public RefSources with(List<ConfigFinding> more) {
        List<ConfigFinding> all = new ArrayList<>(findings);
        all.addAll(more);
        return new RefSources(provider, targetModel, sources, all);
    }

    /**
     * Reads the configuration; pure, never fails.
     *
     * @param foreign the model is in another namespace than its provider, so that who wrote the ref
     *     may not decide where the provider's Secrets are sent
     */
    public static RefSources of(
            ProviderRef ref,
            ExternalProvider provider,
            boolean foreign,
            WeightsConfiguration configuration) {
        return SourceReader.read(ref, provider, foreign, configuration);
    }
}
