package dev.drover.weights;

import dev.drover.intents.Notice;
import dev.drover.weights.LogLine.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lines and Events of one pass: what changed since people were last told, and nothing else. */
final class Announcement {
    private static final String ACTION = "DecideWeights";

    private final ExternalModel model;
    private final Told before;
    private final Set<LogLine> lines = new LinkedHashSet<>(); // two refs of one provider: one line
    private final Set<Notice> notices = new LinkedHashSet<>();
    private Optional<ModelCondition> condition;
    private Set<String> findings = Set.of();
    private Optional<String> unreadable;

    Announcement(ExternalModel model, Told before) {
        this.model = model;
        this.before = before;
        this.condition = before.condition();
        this.unreadable = before.unreadable();
    }

    static Notice notice(
            ExternalModel model, Notice.Type type, String reason, String action, String note) {
        return new Notice(
                new Notice.ObjectReference(
                        model.apiVersion(),
                        ExternalModel.KIND,
                        model.key().namespace(),
                        model.key().name(),
                        model.uid()),
                type,
                reason,
                action,
                note);
    }

    void findings(List<String> found) {
        findings = new HashSet<>(found);
        for (String finding : found) {
            if (!before.findings().contains(finding)) {
                lines.add(new LogLine(Level.WARN, finding));
            }
        }
    }

    void unreadable(boolean now) {
        Optional<String> text =
                now
                        ? Optional.ofNullable(
                                model.annotations().get(ExternalModel.STATE_ANNOTATION))
                        : Optional.empty();
        if (now && !text.equals(before.unreadable())) {
            String note =
                    "Annotation "
                            + ExternalModel.STATE_ANNOTATION
                            + " cannot be read: weights go on from what stands in the object";
            warn("StateUnreadable", note);
        }
        unreadable = text;
    }

    /** Tells what a ref's trouble is, once, and when it is over; returns what to remember. */
    RefMemory trouble(Ref ref, RefMemory memory, DecisionSettings settings) {
        RefTrouble trouble = RefTrouble.of(ref);
        if (trouble.word().equals(memory.told())) {
            return memory;
        }
        if (trouble != RefTrouble.NONE) {
            trouble.line(ref, settings).ifPresent(text -> lines.add(new LogLine(Level.WARN, text)));
            if (trouble == RefTrouble.UNKNOWN) {
                notices.add(warning("MetricsUnknown", trouble.line(ref, settings).orElse("")));
            }
        } else if (ref.fresh()) {
            String text = "Metrics of " + ref.name() + " are fresh again";
            lines.add(new LogLine(Level.INFO, text));
            if (memory.told().equals(RefTrouble.UNKNOWN.word())) {
                notices.add(notice(model, Notice.Type.NORMAL, "MetricsRestored", ACTION, text));
            }
        }
        return memory.withTold(trouble.word());
    }

    /**
     * Tells a change of condition. What a model is like at first sight is no change, unless it is
     * something to mend.
     */
    void condition(ModelCondition now, String detail) {
        if (condition.isPresent() ? condition.get() == now : !now.warning()) {
            condition = Optional.of(now);
            return;
        }
        if (now.warning()) {
            warn(now.reason(), detail);
        } else {
            boolean resumed = before.condition().equals(Optional.of(ModelCondition.PAUSED));
            String reason = resumed ? "Resumed" : now.event();
            lines.add(new LogLine(Level.INFO, reason + ": " + detail));
            notices.add(notice(model, Notice.Type.NORMAL, reason, ACTION, detail));
        }
        condition = Optional.of(now);
    }

    private void warn(String reason, String note) {
        lines.add(new LogLine(Level.WARN, note));
        notices.add(warning(reason, note));
    }

    private Notice warning(String reason, String note) {
        return notice(model, Notice.Type.WARNING, reason, ACTION, note);
    }

    List<LogLine> lines() {
        return new ArrayList<>(lines);
    }

    List<Notice> notices() {
        return new ArrayList<>(notices);
    }

    Told told() {
        return new Told(condition, findings, unreadable);
    }
}
