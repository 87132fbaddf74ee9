package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import dev.drover.registry.api.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a pass comes to.
 *
 * @param intents in order
 * @param standing how the workload is doing once they are done
 * @param nextLook when to look again though nothing changes; empty = then not
 * @param failure of a read that this decision lacked, which says when to try again
 * @param memory for the next pass, once the intents are done
 * @param lines to be logged, whatever becomes of the intents
 * @param notices to be sent, whatever becomes of the intents
 * @param done nothing needs to be remembered of the workload any more
 */
public record Decision(
        List<Intent> intents,
        Standing standing,
        Optional<Duration> nextLook,
        Optional<Failure> failure,
        Memory memory,
        List<Line> lines,
        List<Notice> notices,
        boolean done) {
    public Decision {
        intents = List.copyOf(intents);
        lines = List.copyOf(lines);
        notices = List.copyOf(notices);
        memory = memory.with(standing);
    }

    /** One line of the log; {@code warning} for WARN, else INFO. */
    public record Line(boolean warning, String text) {}

    static Decision nothing(Standing standing, Memory memory) {
        return new Decision(
                List.of(),
                standing,
                Optional.empty(),
                Optional.empty(),
                memory,
                List.of(),
                List.of(),
                false);
    }

    Decision lookingAgain(Duration after) {
        return new Decision(
                intents, standing, Optional.of(after), failure, memory, lines, notices, done);
    }

    /** The same, with a look no later than {@code after}. */
    Decision lookingAgainWithin(Duration after) {
        return nextLook.filter(it -> it.compareTo(after) <= 0).isPresent()
                ? this
                : lookingAgain(after);
    }

    Decision with(List<Intent> more, Memory remembered) {
        return new Decision(more, standing, nextLook, failure, remembered, lines, notices, done);
    }

    Decision standing(Standing other) {
        return new Decision(intents, other, nextLook, failure, memory, lines, notices, done);
    }

    Decision telling(Notice notice) {
        List<Notice> more = new ArrayList<>(notices);
        more.add(notice);
        return new Decision(intents, standing, nextLook, failure, memory, lines, more, done);
    }

    /** The same, and a line of the log that is written when it is news. */
    Decision mentioning(Line line) {
        return new Decision(
                intents,
                standing,
                nextLook,
                failure,
                memory,
                joined(lines, List.of(line)),
                notices,
                done);
    }

    /** Both, the other first; how the workload is doing is this one's to say. */
    Decision after(Decision first) {
        Decision both =
                new Decision(
                        joined(first.intents, intents),
                        standing,
                        nextLook,
                        failure.or(() -> first.failure),
                        first.memory,
                        joined(first.lines, lines),
                        joined(first.notices, notices),
                        false);
        return first.nextLook.map(both::lookingAgainWithin).orElse(both);
    }

    private static <T> List<T> joined(List<T> first, List<T> then) {
        List<T> all = new ArrayList<>(first);
        all.addAll(then);
        return all;
    }

    /** The same, and something a person should know. */
    Decision saying(Wording wording, String reason, String text) {
        List<Line> moreLines = new ArrayList<>(lines);
        moreLines.add(new Line(true, wording.line(text)));
        List<Notice> moreNotices = new ArrayList<>(notices);
        wording.notice(Notice.Type.WARNING, reason, "Sync", text).ifPresent(moreNotices::add);
        return new Decision(
                intents, standing, nextLook, failure, memory, moreLines, moreNotices, done);
    }

    /** Nothing is written and nothing more needs to be known. */
    public boolean quiet() {
        return intents.isEmpty() && failure.isEmpty();
    }
}
