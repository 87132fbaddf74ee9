package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.MetadataJob;

/** Whose the Job is that has the name of the present attempt's. */
enum Belonging {
    /** Labelled and owned as we make them. */
    OURS,
    /** Made by us or for the same question, but a mark was lost. */
    ADOPTABLE,
    /** Never touched. */
    FOREIGN;

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
        return labelled && owned ? OURS : ADOPTABLE;
    }
}
