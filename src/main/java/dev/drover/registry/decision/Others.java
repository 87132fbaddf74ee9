package dev.drover.registry.decision;

import dev.drover.registry.api.DesiredState;
import dev.drover.registry.objects.Facts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records that no longer stand for a living workload (row 19): of its uid beside the current one,
 * in whatever registry, and of earlier objects of its name.
 */
final class Others {
    private final Map<Place, Closing.Cause> places = new LinkedHashMap<>();

    private Others() {}

    /**
     * @param current id of the record that stays, in the workload's registry
     */
    static Others of(Situation situation, Survey survey, String current) {
        Others others = new Others();
        String registry = situation.registry();
        survey.previous()
                .ifPresent(
                        it ->
                                others.places.put(
                                        new Place(registry, it.id()), Closing.Cause.REPLACED));
        situation
                .facts()
                .filter(facts -> facts.record().equals(survey.linkElsewhere()))
                .filter(facts -> !facts.registry().isEmpty())
                .map(Facts::link)
                .ifPresent(
                        facts ->
                                others.places.put(
                                        new Place(facts.registry(), facts.record()),
                                        Closing.Cause.REPLACED));
        others.add(situation);
        others.places.remove(new Place(registry, current));
        return others;
    }

    /** Those of a workload that asks for nothing: of earlier objects of its name alone. */
    static Others earlier(Situation situation) {
        Others others = new Others();
        others.add(situation);
        others.places.values().removeIf(Closing.Cause.REPLACED::equals);
        return others;
    }

    private void add(Situation situation) {
        String uid = situation.object().uid();
        for (KnownRecord known : situation.view()) {
            if (known.record().state() == DesiredState.DEPLOYED
                    && !situation.isRegistrysOwn(known.record())) {
                places.put(
                        Place.of(known),
                        Ownership.isOfUid(known.record(), situation.kind(), uid)
                                ? Closing.Cause.REPLACED
                                : Closing.Cause.DELETED);
            }
        }
    }

    /** False when one of them could not be read. */
    boolean close(Closing closing) {
        boolean all = true;
        for (Map.Entry<Place, Closing.Cause> entry : places.entrySet()) {
            all &= closing.close(entry.getKey(), entry.getValue());
        }
        return all;
    }
}
