package dev.drover.weights.decision;

import dev.drover.intents.Notice;
import dev.drover.weights.decision.LogLine.Level;
import dev.drover.weights.decision.RefTrouble.Kind;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lines and Events of one pass: what changed since people were last told, and nothing else. */
final class Announcement {
    private static final String ACTION = "DecideWeights";
    private static final Optional<String> MISSING =
            Optional.of(Outage.Cause.PROVIDER_MISSING.word());

    /** Conditions whose beginning has a line and an Event of its own. */
    private static final Set<ModelCondition> OTHERWISE_TOLD =
            EnumSet.of(
                    ModelCondition.PROVIDER_DOWN,
                    ModelCondition.ALL_PROVIDERS_DOWN,
                    ModelCondition.CONTENDED);

    private final ExternalModel model;
    private final Told before;
    private final Set<LogLine> lines = new LinkedHashSet<>(); // two refs of one provider: one line
    private final Set<Notice> notices = new LinkedHashSet<>();
    private Optional<ModelCondition> condition;
    private Set<String> findings = Set.of();
    private Optional<String> unreadable;
    private AllDown allDown;
    private boolean zeroRefused;

    Announcement(ExternalModel model, Told before) {
        this.model = model;
        this.before = before;
        this.condition = before.condition();
        this.unreadable = before.unreadable();
        this.allDown = before.allDown();
        this.zeroRefused = before.zeroRefused();
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
    RefMemory trouble(Ref ref, RefMemory memory, WeightsConfiguration settings) {
        RefTrouble trouble = RefTrouble.of(ref);
        String told = memory.told();
        if (trouble.word().equals(told)) {
            return memory;
        }
        if (Kind.DOWN.was(told) && trouble.kind() != Kind.DOWN) {
            String back = "Provider back: " + ref.name() + ramping(ref);
            lines.add(new LogLine(Level.INFO, back));
            notices.add(notice(model, Notice.Type.NORMAL, "ProviderBack", ACTION, back));
        }
        trouble.line(ref, settings).ifPresent(line -> warn(trouble.kind(), line));
        if (ref.fresh() && Kind.UNKNOWN.was(told)) {
            String text = "Metrics of " + ref.name() + " are fresh again";
            lines.add(new LogLine(Level.INFO, text));
            notices.add(notice(model, Notice.Type.NORMAL, "MetricsRestored", ACTION, text));
        }
        return memory.withTold(trouble.word());
    }

    private static String ramping(Ref ref) {
        return ref.ramps()
                ? ", ramping to " + Wording.decimals(100 * ref.next().before().orElse(0), 0) + " %"
                : "";
    }

    private void warn(Kind trouble, String line) {
        lines.add(new LogLine(Level.WARN, line));
        if (trouble == Kind.DOWN) {
            notices.add(warning("ProviderDown", line));
        } else if (trouble == Kind.UNKNOWN) {
            notices.add(warning("MetricsUnknown", line));
        }
    }

    /** Tells of the traffic of a model whose refs are all down, and when that is over. */
    void allDown(Situation situation) {
        if (situation.allDown() == before.allDown()) {
            return;
        }
        allDown = situation.allDown();
        if (allDown == AllDown.NO) {
            String text = "Providers recovered: not all of them are down any more";
            lines.add(new LogLine(Level.INFO, text));
            notices.add(notice(model, Notice.Type.NORMAL, "ProvidersRecovered", ACTION, text));
            return;
        }
        boolean expected =
                situation.refs().stream()
                        .filter(Ref::down)
                        .allMatch(ref -> ref.cause().equals(MISSING));
        if (expected) {
            allDown = AllDown.NO; // a model that is created before its providers is no news
        } else {
            warn("AllProvidersDown", Conditions.allDown(situation));
        }
    }

    /** Another writer has given in, or nothing has put weights back for long enough. */
    void contentionEnded() {
        String text = "Weights stay as they are written again: load-driven writes go on";
        lines.add(new LogLine(Level.INFO, text));
        notices.add(notice(model, Notice.Type.NORMAL, "ContentionEnded", ACTION, text));
    }

    /** The API server takes no 0, which a model is affected by for the first time. */
    void zeroRefused() {
        if (!zeroRefused) {
            zeroRefused = true;
            warn(
                    "ZeroWeightRefused",
                    "The API server does not take a weight of 0: a provider that is down keeps the"
                            + " weight 1");
        }
    }

    /**
     * Tells a change of condition. What a model is like at first sight is no change, unless it is
     * something to mend.
     */
    void condition(ModelCondition now, String detail) {
        Optional<ModelCondition> last = condition;
        condition = Optional.of(now);
        if (last.isPresent() ? last.get() == now : !now.warning()) {
            return;
        }
        if (OTHERWISE_TOLD.contains(now) || last.equals(Optional.of(ModelCondition.CONTENDED))) {
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
        return new Told(condition, findings, unreadable, allDown, zeroRefused);
    }
}
