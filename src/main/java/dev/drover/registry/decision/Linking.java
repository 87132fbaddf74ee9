package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import dev.drover.registry.api.NewRecord;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.mapping.Names;
import dev.drover.registry.mapping.OwnKey;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.mapping.WantedRecord;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.settings.Archived;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rows 8 to 20 of spec registry 7.3 for a living workload whose registry is known: its record is
 * made or brought up to date, then named on the workload, then others are closed.
 */
final class Linking {
    private static final Duration CONFIRMATION = Duration.ofSeconds(30);
    private static final Duration HOURLY = Duration.ofHours(1);

    private final Situation situation;
    private final Answers answers;
    private final Survey survey;
    private final Wording wording;
    private final History history;
    private final List<Intent> intents = new ArrayList<>();
    private final List<Decision.Line> lines = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();
    private Memory memory;
    private Optional<Duration> nextLook = Optional.empty();

    Linking(Situation situation, Answers answers, Survey survey) {
        this.situation = situation;
        this.answers = answers;
        this.survey = survey;
        this.wording = new Wording(situation);
        this.history = new History(situation);
        this.memory = situation.memory();
    }

    Step decide() {
        if (!survey.rejected().isEmpty()) {
            return ends(Standing.failed("Rejected", survey.rejected()), Optional.of(HOURLY));
        }
        noteReferences();
        if (!survey.confirmed()) {
            return confirming();
        }
        if (survey.missingLink().isEmpty() || survey.record().isPresent()) {
            memory = memory.notMissing(); // what is confirmed stays so: it is not to be told again
        }
        Optional<RegistryRecord> record = survey.record();
        if (record.isPresent()) {
            return blocked() && survey.previous().isPresent()
                    ? keep(survey.previous().get())
                    : update(record.get(), survey.archived());
        }
        if (blocked()) {
            return survey.previous().isPresent()
                    ? keep(survey.previous().get())
                    : ends(trouble(), Optional.of(HOURLY));
        }
        if (situation.modelLabel().isEmpty()) {
            return unlinkable();
        }
        return create();
    }

    private void noteReferences() {
        memory =
                memory.badReference(
                        survey.invalid().isEmpty()
                                ? Optional.empty()
                                : Optional.of(
                                        new Memory.BadReference(
                                                situation.registry(),
                                                situation.modelLabel().orElse(""),
                                                situation.versionLabel().orElse(""),
                                                survey.invalid())));
    }

    /** Row 11 while unproven: a registry restored for a minute must not relink the fleet. */
    private Step confirming() {
        String link = situation.linkOf(survey.missingLink());
        memory = memory.missing(link, situation.nowNanos());
        Duration missing =
                Duration.ofNanos(memory.missingFor(link, situation.nowNanos()).orElse(0));
        return ends(
                Standing.pending(
                        "Confirming",
                        "record %s is not there; it has to stay so"
                                .formatted(survey.missingLink())),
                Optional.of(CONFIRMATION.minus(missing)));
    }

    /** Nothing says of which model a record should be. */
    private Step unlinkable() {
        if (!survey.foreignLink().isEmpty()) {
            return ends(Standing.failed("LinkMismatch", mismatch()), Optional.of(HOURLY));
        }
        String lost =
                survey.linkElsewhere().isEmpty()
                        ? "record %s is gone".formatted(survey.missingLink())
                        : "the link is to record %s of %s"
                                .formatted(
                                        survey.linkElsewhere(),
                                        situation.facts().map(Facts::registry).orElse("another"));
        return ends(
                Standing.failed(
                        "LinkLost",
                        "%s, and no label %s says of which model a new one should be"
                                .formatted(lost, situation.keys().model())),
                Optional.of(HOURLY));
    }

    private String mismatch() {
        return "label names record %s, which is not this deployment's"
                .formatted(survey.foreignLink());
    }

    /** Nothing new may be recorded: rows 12 and 20. */
    private boolean blocked() {
        return !survey.invalid().isEmpty() || refusesArchived();
    }

    private boolean refusesArchived() {
        return survey.archived().orElse(false)
                && situation.configuration().recording().archived() == Archived.REFUSE_NEW
                && (survey.record().isEmpty() || survey.changesVersion());
    }

    private Standing trouble() {
        return survey.invalid().isEmpty()
                ? Standing.failed("Archived", "model or version is archived")
                : Standing.failed("InvalidReference", survey.invalid());
    }

    /** Rows 13 and 14. */
    private Step create() {
        String model = situation.modelLabel().orElseThrow();
        WantedRecord wanted = RecordUpdate.wanted(situation);
        OwnProperties properties = wanted.properties();
        if (survey.archived().orElse(false)) {
            properties = properties.with(OwnKey.ARCHIVED, true);
            say(false, "ModelArchived", RegistryCalls.CREATE_RECORD, UpdateAccount.ARCHIVED);
        }
        Reference environment = environment();
        String workload = situation.key().name();
        String uid = situation.object().uid();
        NewRecord record =
                new NewRecord(
                        survey.nameHeld()
                                ? Names.record(workload, uid, model)
                                : Names.record(workload, uid),
                        RecordUpdate.identity(situation, model),
                        model,
                        situation.versionLabel(),
                        survey.environmentId(),
                        wanted.runtime(),
                        wanted.state(),
                        properties.over(java.util.Map.of()));
        intents.add(
                RegistryCalls.createRecord(
                        situation.registry(), situation.key(), record, environment, creation()));
        Reference created = Reference.toResultOf(RegistryCalls.CREATE_RECORD);
        history.created(situation.registry(), created, record.name(), record.version(), properties);
        return link(created, environment, model, "created", Standing.synced());
    }

    private Reference environment() {
        if (!survey.environmentId().isEmpty()) {
            return Reference.to(survey.environmentId());
        }
        intents.add(
                RegistryCalls.createEnvironment(
                        situation.registry(),
                        situation.key(),
                        situation.environment(),
                        wording.openly(
                                "create",
                                "environment %s created in %s"
                                        .formatted(
                                                situation.environment(), situation.registry()))));
        return Reference.toResultOf(RegistryCalls.CREATE_ENVIRONMENT);
    }

    private Intent.Account creation() {
        String id = Reference.toResultOf(RegistryCalls.CREATE_RECORD).text();
        return survey.missingLink().isEmpty()
                ? wording.openly(
                        "create", "record %s created in %s".formatted(id, situation.registry()))
                : wording.warning(
                        "recreate",
                        "RecordRecreated",
                        RegistryCalls.CREATE_RECORD,
                        "record %s is gone, recreated as %s".formatted(survey.missingLink(), id));
    }

    /** The record of the model before stays while none may follow; what was read is not of it. */
    private Step keep(RegistryRecord previous) {
        return update(previous, Optional.empty());
    }

    /** Rows 15 to 17 and 20, then the link. */
    private Step update(RegistryRecord record, Optional<Boolean> archived) {
        boolean refused = blocked();
        RecordUpdate update =
                RecordUpdate.of(
                        situation,
                        record,
                        refused ? Optional.empty() : situation.versionLabel(),
                        archived);
        if (update.needed()) {
            send(update);
        }
        return link(
                Reference.to(record.id()),
                Reference.to(record.environment()),
                record.model(),
                survey.adopts() ? "adopted" : "found",
                refused ? trouble() : Standing.synced());
    }

    private void send(RecordUpdate update) {
        Duration pause = situation.configuration().recording().minUpdateInterval();
        long now = situation.nowNanos();
        Duration passed =
                situation.memory().patched().isPresent()
                        ? Duration.ofNanos(now - situation.memory().patched().getAsLong())
                        : pause;
        if (!update.urgent() && passed.compareTo(pause) < 0) {
            nextLook = Optional.of(pause.minus(passed));
            return;
        }
        intents.add(
                RegistryCalls.patchRecord(
                        situation.registry(),
                        situation.key(),
                        update.stored().id(),
                        update.change(),
                        UpdateAccount.of(situation, update)));
        history.updated(situation.registry(), update);
        memory = memory.patchedAt(now);
    }

    /** Row 18. */
    private Step link(
            Reference record, Reference environment, String model, String how, Standing standing) {
        LinkPatch patch =
                new LinkPatch(
                        situation,
                        record,
                        environment,
                        model,
                        standing.state() == Standing.State.SYNCED);
        Standing result = standing;
        if (patch.needed()) {
            Questions questions = new Questions(answers);
            Optional<Turn> turn = LinkTurns.ask(situation, questions);
            if (turn.isEmpty()) {
                return questions.stop(situation);
            }
            if (turn.get().isNow()) {
                name(patch, record, how, standing);
            } else {
                nextLook = turn.get().after();
                result = Standing.pending("LinkPaced", "recorded; the link waits for its turn");
            }
        }
        return closeOthers(record, result);
    }

    private void name(LinkPatch patch, Reference record, String how, Standing standing) {
        Optional<Facts.Standing> told = new FullAnnotation(situation).of(standing);
        intents.add(
                patch.intent(
                        told,
                        wording.announcing(
                                "link",
                                "Linked",
                                MetadataPatch.NAME,
                                "linked to record %s of %s (%s)"
                                        .formatted(record.text(), situation.registry(), how))));
        if (told.isPresent()) {
            memory = memory.annotatedAt(situation.nowNanos());
        }
        if (!survey.foreignLink().isEmpty()) {
            say(true, "LinkMismatch", MetadataPatch.NAME, mismatch());
        }
    }

    private void say(boolean warning, String reason, String action, String text) {
        lines.add(new Decision.Line(warning, wording.line(text)));
        wording.notice(Notice.Type.WARNING, reason, action, text).ifPresent(notices::add);
    }

    /** Row 19. What cannot be closed now is tried again. */
    private Step closeOthers(Reference current, Standing standing) {
        Closing closing = new Closing(situation, answers, history);
        if (!Others.of(situation, survey, current.text()).close(closing)) {
            if (closing.questions().wanted().isPresent()) {
                return Step.want(closing.questions().wanted().get());
            }
            nextLook = sooner(nextLook, Duration.ofSeconds(60));
        }
        intents.addAll(closing.intents());
        return ends(
                standing,
                standing.state() == Standing.State.FAILED ? sooner(nextLook, HOURLY) : nextLook);
    }

    private static Optional<Duration> sooner(Optional<Duration> one, Duration other) {
        return Optional.of(one.filter(it -> it.compareTo(other) < 0).orElse(other));
    }

    private Step ends(Standing standing, Optional<Duration> look) {
        intents.addAll(history.intents());
        return Step.decided(
                new Decision(
                        intents,
                        standing,
                        look,
                        Optional.empty(),
                        history.remember(memory),
                        lines,
                        notices,
                        false));
    }
}
