package dev.drover.registry.decision;

import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.RecordChange;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.mapping.ExternalId;
import dev.drover.registry.mapping.OwnKey;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.mapping.WantedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a stored record lacks to say what its workload is (rows 15 to 17 and 20). One PATCH at most.
 *
 * @param stored as read
 * @param change to be sent when anything differs
 * @param differences names of what differs; empty = nothing is to be sent
 * @param urgent state, version or identity differ: the rest may wait
 * @param archived the change says so for the first time
 * @param unpinned the change says that V is gone
 */
record RecordUpdate(
        RegistryRecord stored,
        RecordChange change,
        List<String> differences,
        boolean urgent,
        boolean archived,
        boolean unpinned) {

    /**
     * @param version that the record should have; empty = as it is
     * @param archived as far as known
     */
    static RecordUpdate of(
            Situation situation,
            RegistryRecord stored,
            Optional<String> version,
            Optional<Boolean> archived) {
        OwnProperties there = OwnProperties.of(stored.properties());
        WantedRecord wanted = wanted(situation);
        OwnProperties properties = properties(situation, stored, wanted, there, archived);
        boolean registrysOwn = situation.isRegistrysOwn(stored);
        // what workloads are made of flows from the record to them, never back
        Optional<String> newVersion =
                version.filter(it -> !stored.version().equals(version))
                        .filter(it -> !registrysOwn || stored.version().isEmpty());
        Optional<String> runtime =
                wanted.runtime()
                        .filter(it -> !stored.runtime().equals(wanted.runtime()))
                        .filter(it -> !registrysOwn);
        Optional<String> identity =
                Ownership.isOfUid(stored, situation.kind(), situation.object().uid())
                        ? Optional.empty()
                        : Optional.of(identity(situation, stored.model()));
        Optional<DesiredState> state =
                registrysOwn ? Optional.empty() : Optional.of(wanted.state());
        boolean stateDiffers = state.filter(it -> it != stored.state()).isPresent();

        List<String> differences = new ArrayList<>(properties.differences(stored.properties()));
        runtime.ifPresent(it -> differences.add("runtime"));
        newVersion.ifPresent(it -> differences.add("version"));
        identity.ifPresent(it -> differences.add("external id"));
        if (stateDiffers) {
            differences.add("state");
        }
        return new RecordUpdate(
                stored,
                new RecordChange(
                        state, properties.over(stored.properties()), newVersion, runtime, identity),
                List.copyOf(differences),
                stateDiffers || newVersion.isPresent() || identity.isPresent(),
                properties.flag(OwnKey.ARCHIVED) && !there.flag(OwnKey.ARCHIVED),
                properties.has(OwnKey.VERSION_PINNED) && !there.has(OwnKey.VERSION_PINNED));
    }

    static WantedRecord wanted(Situation situation) {
        return WantedRecord.of(
                situation.object(),
                situation.cluster(),
                situation.configuration().recording().stopped());
    }

    static String identity(Situation situation, String model) {
        return new ExternalId(situation.kind(), situation.object().uid(), model).text();
    }

    private static OwnProperties properties(
            Situation situation,
            RegistryRecord stored,
            WantedRecord wanted,
            OwnProperties there,
            Optional<Boolean> archived) {
        OwnProperties properties = wanted.properties();
        if (situation.cluster().isEmpty()) {
            properties = properties.with(OwnKey.CLUSTER, there.text(OwnKey.CLUSTER));
        }
        if (archived.orElse(there.flag(OwnKey.ARCHIVED))) {
            properties = properties.with(OwnKey.ARCHIVED, true);
        }
        boolean lost = situation.versionLabel().isEmpty() && stored.version().isPresent();
        return lost
                        && !situation.strips()
                        && !situation.isRegistrysOwn(stored)
                        && situation.modelLabel().isPresent()
                ? properties.with(OwnKey.VERSION_PINNED, false)
                : properties;
    }

    boolean needed() {
        return !differences.isEmpty();
    }

    /** Ready in the record that this change leads to. */
    boolean ready() {
        return OwnProperties.of(change.properties()).flag(OwnKey.READY);
    }

    /** Ready in the record as stored. */
    boolean wasReady() {
        return OwnProperties.of(stored.properties()).flag(OwnKey.READY);
    }

    /** The deployment failed, and its record did not say so before. */
    boolean failsAnew() {
        return OwnProperties.of(change.properties()).has(OwnKey.LAST_FAILURE)
                && !OwnProperties.of(stored.properties()).has(OwnKey.LAST_FAILURE);
    }
}
