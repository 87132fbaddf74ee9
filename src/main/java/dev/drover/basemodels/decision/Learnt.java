package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.ClaimUser;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.WarningEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers to live reads. A read that failed has an answer too: nothing found.
 *
 * @param events what holds an object up, by question
 * @param users by question
 * @param pods by question
 */
public record Learnt(
        Map<LiveRead.Events, Optional<WarningEvent>> events,
        Map<LiveRead.ClaimUsers, List<ClaimUser>> users,
        Map<LiveRead.JobPods, List<JobPod>> pods) {
    /** Nothing was asked yet. */
    public static final Learnt NOTHING = new Learnt(Map.of(), Map.of(), Map.of());

    public Learnt {
        events = Map.copyOf(events);
        users = Map.copyOf(users);
        pods = Map.copyOf(pods);
    }

    public Learnt with(LiveRead.Events question, Optional<WarningEvent> answer) {
        return new Learnt(added(events, question, answer), users, pods);
    }

    public Learnt with(LiveRead.ClaimUsers question, List<ClaimUser> answer) {
        return new Learnt(events, added(users, question, List.copyOf(answer)), pods);
    }

    public Learnt with(LiveRead.JobPods question, List<JobPod> answer) {
        return new Learnt(events, users, added(pods, question, List.copyOf(answer)));
    }

    /** True when the question needs not be asked any more. */
    public boolean answers(LiveRead question) {
        return events.containsKey(question)
                || users.containsKey(question)
                || pods.containsKey(question);
    }

    private static <Q, A> Map<Q, A> added(Map<Q, A> answers, Q question, A answer) {
        Map<Q, A> more = new HashMap<>(answers);
        more.put(question, answer);
        return more;
    }
}
