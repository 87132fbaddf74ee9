package dev.drover.weights.decision;

import dev.drover.weights.decision.Availability.Phase;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Finds out what every ref is to a decision, and what there is to distribute. */
final class Survey {
    private final Observed observed;
    private final boolean[] managed;
    private final Ownership ownership;
    private final ModelState memory;
    private final int[] scaled;
    private final int present;

    Survey(Observed observed, boolean[] managed, Ownership ownership, ModelState memory) {
        this.observed = observed;
        this.managed = managed;
        this.ownership = ownership;
        this.memory = memory;
        int[] baseline = new int[managed.length];
        int sum = 0;
        for (int i = 0; i < baseline.length; i++) {
            baseline[i] = drained(i) ? 0 : entry(i).baseline();
            sum += managed[i] ? ref(i).weight() : 0;
        }
        this.scaled = Scaling.scale(baseline, managed);
        this.present = sum;
    }

    Situation situation() {
        List<RefFigures> figures = new ArrayList<>();
        List<Availability> available = new ArrayList<>();
        for (int i = 0; i < managed.length; i++) {
            figures.add(figures(i));
            available.add(
                    managed[i] && scaled[i] > 0
                            ? availability(i, figures.get(i))
                            : Availability.untouched(entry(i)));
        }
        AllDown allDown = allDown(available);
        List<Ref> refs = new ArrayList<>();
        int total = 0;
        int eligible = 0;
        int zeros = 0;
        for (int i = 0; i < managed.length; i++) {
            Availability at =
                    allDown == AllDown.BASELINE && available.get(i).phase() == Phase.DOWN
                            ? available.get(i).withoutZero()
                            : available.get(i);
            RefFigures read = figures.get(i);
            RefState state = state(i, at, read);
            Ref ref = new Ref(ref(i), entry(i).key(), entry(i), read, state, at, scaled[i], 0);
            refs.add(ref);
            total += managed[i] ? scaled[i] : 0;
            eligible += ref.eligible() ? 1 : 0;
            zeros += ref.down() ? observed.zeroWeight() : 0;
        }
        int floor = Situation.floor(total, eligible, observed.settings().floor());
        return new Situation(
                List.copyOf(refs),
                total,
                total - zeros,
                present,
                floor,
                observed.zeroWeight(),
                allDown);
    }

    private ProviderRef ref(int i) {
        return observed.model().refs().get(i);
    }

    private StateEntry entry(int i) {
        return ownership.entries().get(i);
    }

    private RefFigures figures(int i) {
        return RefFigures.of(
                observed.refs().get(i).sources(), observed.settings(), observed.nanos());
    }

    /** A zero that Drover did not write is somebody's order and is never raised. */
    private boolean drained(int i) {
        return !entry(i).fixed() && ref(i).weight() == 0;
    }

    private Availability availability(int i, RefFigures figures) {
        RefMemory remembered = memory.ref(entry(i).key());
        double inObject = present == 0 ? 0 : (double) ref(i).weight() / present;
        double before =
                remembered.targetShare() == null || ownership.restart()
                        ? inObject
                        : remembered.targetShare();
        OptionalLong expected = expected(i, remembered);
        if (expected.isPresent()) {
            return Availability.expected(entry(i), expected.getAsLong());
        }
        return Availability.of(
                ref(i),
                observed.refs().get(i),
                figures.stall(),
                entry(i),
                remembered.standing(),
                before,
                ownership
                        .confirmed()
                        .map(pending -> OptionalLong.of(pending.atNanos()))
                        .orElse(OptionalLong.empty()),
                observed);
    }

    /**
     * A provider that was never seen may be on its way: events of two kinds come in any order, and
     * people apply models before providers. Until two intervals have passed since the model was
     * first seen, its absence means nothing.
     *
     * @return until when; empty where the provider is there, was there, or is overdue
     */
    private OptionalLong expected(int i, RefMemory remembered) {
        boolean neverSeen =
                observed.refs().get(i).provider().isEmpty()
                        && remembered.managed().isEmpty()
                        && entry(i).zero().isEmpty()
                        && entry(i).ramp().isEmpty();
        long until =
                memory.timeline().firstSeen().orElse(observed.nanos())
                        + observed.providerPause().toNanos();
        return neverSeen && until - observed.nanos() > 0
                ? OptionalLong.of(until)
                : OptionalLong.empty();
    }

    /**
     * Also lets refs back at once that ramp or wait for evidence, where nothing else could take the
     * traffic meanwhile.
     */
    private AllDown allDown(List<Availability> available) {
        List<Availability> distributed = new ArrayList<>();
        for (int i = 0; i < managed.length; i++) {
            if (managed[i] && scaled[i] > 0) {
                distributed.add(available.get(i));
            }
        }
        boolean up = distributed.stream().anyMatch(at -> at.phase() == Phase.UP);
        if (distributed.isEmpty() || up) {
            return AllDown.NO;
        }
        if (usableUnmanaged()) {
            boolean ramps = distributed.stream().anyMatch(at -> at.phase() == Phase.RAMP);
            return ramps ? AllDown.NO : AllDown.CARRIED;
        }
        if (distributed.stream().allMatch(Availability::out)) {
            return AllDown.BASELINE;
        }
        available.replaceAll(at -> at.out() || at.phase() == Phase.UP ? at : at.atOnce());
        return AllDown.NO;
    }

    /** Somebody else carries traffic, and may be expected to carry more. */
    private boolean usableUnmanaged() {
        for (int i = 0; i < managed.length; i++) {
            boolean usable =
                    !managed[i]
                            && ref(i).usable()
                            && (ref(i).weight() > 0 || entry(i).fixed()) // gets its own back
                            && observed.refs()
                                    .get(i)
                                    .provider()
                                    .filter(ExternalProvider::ready)
                                    .isPresent();
            if (usable) {
                return true;
            }
        }
        return false;
    }

    private RefState state(int i, Availability at, RefFigures figures) {
        if (!managed[i]) {
            return RefState.UNMANAGED;
        }
        if (scaled[i] == 0) {
            return RefState.DRAINED;
        }
        return switch (at.phase()) {
            case DOWN -> RefState.DOWN;
            case RAMP -> RefState.RAMP;
            case UP ->
                    switch (figures.freshness(observed.settings(), observed.nanos())) {
                        case FRESH -> RefState.FRESH;
                        case HOLD -> RefState.HOLD;
                        case UNKNOWN -> RefState.UNKNOWN;
                    };
        };
    }
}
