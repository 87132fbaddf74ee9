package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.ClaimUser;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.WarningEvent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Live reads as a decision sees them: what is not known yet is noted as a question and counts as
 * "nothing found". So the reads that a decision needs are those that it asks for, and no second set
 * of rules can differ from the first. Used by one decision.
 */
final class Questions {
    private final Learnt learnt;
    private final boolean events;
    private final Set<LiveRead> open = new LinkedHashSet<>();

    /**
     * @param events false: Events are not read at all
     */
    Questions(Learnt learnt, boolean events) {
        this.learnt = learnt;
        this.events = events;
    }

    Optional<WarningEvent> event(String namespace, String uid) {
        if (!events) {
            return Optional.empty();
        }
        LiveRead.Events question = new LiveRead.Events(namespace, uid);
        ask(question);
        return learnt.events().getOrDefault(question, Optional.empty());
    }

    List<ClaimUser> users(String namespace, String claim) {
        LiveRead.ClaimUsers question = new LiveRead.ClaimUsers(namespace, claim);
        ask(question);
        return learnt.users().getOrDefault(question, List.of());
    }

    List<JobPod> pods(String namespace, String jobUid) {
        LiveRead.JobPods question = new LiveRead.JobPods(namespace, jobUid);
        ask(question);
        return learnt.pods().getOrDefault(question, List.of());
    }

    private void ask(LiveRead question) {
        if (!learnt.answers(question)) {
            open.add(question);
        }
    }

    Set<LiveRead> open() {
        return open;
    }
}
