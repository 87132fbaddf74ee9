package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.ServeAction;
import dev.drover.registry.mapping.Names;
import dev.drover.registry.mapping.OwnKey;
import dev.drover.registry.mapping.OwnProperties;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Entries for the history of records (spec registry 6.4): at most one of each state for a record
 * and version, best effort, at the end of a pass. An entry needs a version.
 */
final class History {
    private static final int REMEMBERED = 12;

    private final Situation situation;
    private final Wording wording;
    private final Set<String> served;
    private final List<Intent> intents = new ArrayList<>();
    private boolean runningDue;

    History(Situation situation) {
        this.situation = situation;
        this.wording = new Wording(situation);
        this.served = new HashSet<>(situation.memory().served());
        this.runningDue = situation.memory().runningDue();
    }

    /** A record was made. */
    void created(
            String registry,
            Reference record,
            String name,
            Optional<String> version,
            OwnProperties properties) {
        if (properties.flag(OwnKey.READY)) {
            add(registry, record, name, version, ServeAction.State.RUNNING);
        } else if (properties.has(OwnKey.LAST_FAILURE)) {
            add(registry, record, name, version, ServeAction.State.FAILED);
        }
    }

    /** A record was changed. A new version has not run yet, whatever the pods of the old one do. */
    void updated(String registry, RecordUpdate update) {
        RegistryRecord record = update.stored();
        Reference id = Reference.to(record.id());
        if (update.change().version().isPresent()) {
            add(registry, id, record.name(), record.version(), ServeAction.State.COMPLETE);
            runningDue = true;
        } else if (update.ready() && (!update.wasReady() || runningDue)) {
            add(registry, id, record.name(), record.version(), ServeAction.State.RUNNING);
            runningDue = false;
        } else if (update.failsAnew() && !update.wasReady()) {
            add(registry, id, record.name(), record.version(), ServeAction.State.FAILED);
        }
    }

    /** A record was closed. */
    void closed(KnownRecord known) {
        RegistryRecord record = known.record();
        add(
                known.registry(),
                Reference.to(record.id()),
                record.name(),
                record.version(),
                ServeAction.State.COMPLETE);
    }

    /** A deployment was made of, or removed for, a record. */
    void deployed(KnownRecord known, ServeAction.State state) {
        RegistryRecord record = known.record();
        add(known.registry(), Reference.to(record.id()), record.name(), record.version(), state);
    }

    private void add(
            String registry,
            Reference record,
            String recordName,
            Optional<String> version,
            ServeAction.State state) {
        if (version.isEmpty() || !situation.configuration().recording().serveActions()) {
            return;
        }
        String name = Names.serve(recordName, version.get(), state.name());
        if (!served.add(registry + "/" + name)) {
            return;
        }
        intents.add(
                RegistryCalls.addServe(
                        registry,
                        situation.key(),
                        record,
                        new ServeAction(name, version.get(), state),
                        wording.quietly("serve", "history: " + name)));
    }

    List<Intent> intents() {
        return intents;
    }

    Memory remember(Memory memory) {
        // names that are forgotten would be added again, which the registry answers with "known"
        return memory.served(served.size() > REMEMBERED ? Set.of() : served, runningDue);
    }
}
