package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.registry.api.RegistryRecord;
import java.util.Optional;

/** What is told of a change of a record: a line for people where it is news, else for DEBUG. */
final class UpdateAccount {
    static final String ARCHIVED = "its model or version is archived";

    private UpdateAccount() {}

    static Intent.Account of(Situation situation, RecordUpdate update) {
        Wording wording = new Wording(situation);
        RegistryRecord stored = update.stored();
        if (update.change().externalId().isPresent()) {
            return wording.announcing(
                    "adopt",
                    "Linked",
                    RegistryCalls.PATCH_RECORD,
                    "linked to record %s of %s (adopted)"
                            .formatted(stored.id(), situation.registry()));
        }
        Optional<String> version = update.change().version();
        if (version.isPresent()) {
            return wording.announcing(
                    "version",
                    "VersionChanged",
                    RegistryCalls.PATCH_RECORD,
                    "record %s: version %s -> %s"
                            .formatted(
                                    stored.id(), stored.version().orElse("none"), version.get()));
        }
        if (update.archived()) {
            return wording.cautioning(
                    "archived",
                    "ModelArchived",
                    RegistryCalls.PATCH_RECORD,
                    "record %s: %s".formatted(stored.id(), ARCHIVED));
        }
        if (update.unpinned()) {
            return wording.announcing(
                    "unpinned",
                    "VersionUnpinned",
                    RegistryCalls.PATCH_RECORD,
                    "record %s: no label names a version any more; it keeps %s"
                            .formatted(stored.id(), stored.version().orElse("none")));
        }
        String names = String.join(", ", update.differences());
        return update.change().state().filter(it -> it != stored.state()).isPresent()
                ? wording.openly(
                        "state",
                        "record %s: %s"
                                .formatted(stored.id(), update.change().state().get().name()))
                : wording.quietly("properties", "record %s: %s".formatted(stored.id(), names));
    }
}
