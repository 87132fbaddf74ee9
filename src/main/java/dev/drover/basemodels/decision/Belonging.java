package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.JobMetadata;
import dev.drover.basemodels.objects.JobLabels;
import dev.drover.basemodels.objects.MetadataJob;
import java.util.List;
import java.util.Map;

/** Whose the Job is that has the name of the present attempt's. */
enum Belonging {
    /** Owned by the model, and with every label that a watch or a cache finds it by. */
    OURS,
    /** Made by us or for the same question, but a mark was lost. */
    ADOPTABLE,
    /** Never touched. */
    FOREIGN;

    private static final List<String> FOUND_BY =
            List.of(
                    JobLabels.MANAGED_BY,
                    JobLabels.COMPONENT,
                    JobLabels.MODEL_SCOPE,
                    JobLabels.MODEL_UID);

    static Belonging of(MetadataJob job, Situation situation) {
        String uid = situation.model().uid();
        boolean labelled = job.ownOf(uid);
        boolean owned = job.controlledBy(uid);
        boolean sameQuestion = job.fingerprint().equals(situation.fingerprint().value());
        boolean otherQuestion = !sameQuestion && !job.fingerprint().isEmpty();
        boolean otherController = job.controllerUid().isPresent() && !owned;
        if (otherController || otherQuestion || !(labelled || owned || sameQuestion)) {
            return FOREIGN;
        }
        return owned && found(job, situation) ? OURS : ADOPTABLE;
    }

    private static boolean found(MetadataJob job, Situation situation) {
        Map<String, String> labels = JobMetadata.labels(situation.model(), Map.of());
        return FOUND_BY.stream().allMatch(key -> labels.get(key).equals(job.labels().get(key)));
    }
}
