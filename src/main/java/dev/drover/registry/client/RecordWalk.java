package dev.drover.registry.client;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Health;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.Walk;
import dev.drover.registry.api.Walk.Extent;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One walk over all records of a registry. Goes up by id; where a page cannot be read (Q15) it
 * closes in with smaller pages, and then comes down from the other end. Used by one thread.
 */
final class RecordWalk {
    /** A dead connection of the registry's database makes two wrong answers at most (Q4). */
    private static final int TRIES = 3;

    private static final int MOST_PAGES = 10_000;

    private final String registry;
    private final Pages pages;
    private final int pageSize;
    private final Consumer<RegistryRecord> each;
    private final Set<String> seen = new HashSet<>();
    private int pagesRead;

    /** What a walk asks. */
    interface Pages {
        Answer<Page<RegistryRecord>> page(boolean descending, int size, Optional<String> token);

        Answer<Health> health();
    }

    /** How one direction ended. */
    private record Way(boolean complete, String last, Optional<Failure> failure) {
        boolean unreadable() {
            return failure.filter(it -> it.code().equals("400")).isPresent();
        }
    }

    RecordWalk(String registry, Pages pages, int pageSize, Consumer<RegistryRecord> each) {
        this.registry = registry;
        this.pages = pages;
        this.pageSize = pageSize;
        this.each = each;
    }

    Walk walk() {
        Way up = way(false);
        if (up.complete()) {
            return new Walk(Extent.COMPLETE, seen.size(), Optional.empty(), Optional.empty());
        }
        if (!up.unreadable()) {
            return failed(up.failure());
        }
        Way down = way(true);
        if (down.complete()) {
            // readable after all
            return new Walk(Extent.COMPLETE, seen.size(), Optional.empty(), Optional.empty());
        }
        boolean registryReads = !down.last().equals("0") || pages.health() instanceof Answer.Found;
        return down.unreadable() && registryReads
                ? new Walk(Extent.PARTIAL, seen.size(), Optional.of(up.last()), up.failure())
                : failed(down.failure());
    }

    private Walk failed(Optional<Failure> failure) {
        return new Walk(Extent.FAILED, seen.size(), Optional.empty(), failure);
    }

    private Way way(boolean descending) {
        Set<String> tokens = new HashSet<>();
        Optional<String> token = Optional.empty();
        String last = "0";
        int size = pageSize;
        while (true) {
            Answer<Page<RegistryRecord>> answer = read(descending, size, token);
            if (answer.failure().isPresent()) {
                Failure failure = answer.failure().get();
                if (failure.code().equals("400") && size > 1) {
                    size = smaller(size);
                    continue;
                }
                return new Way(false, last, Optional.of(failure));
            }
            Page<RegistryRecord> page = answer.value().orElseThrow();
            for (RegistryRecord record : page.items()) {
                last = record.id();
                if (seen.add(record.id())) {
                    each.accept(record);
                }
            }
            token = page.next();
            if (token.isEmpty()) {
                return new Way(true, last, Optional.empty());
            }
            if (!tokens.add(token.get())) {
                return gaveUp(answerless("the list leads back to a page that was read"), last);
            }
            if (++pagesRead > MOST_PAGES) {
                return gaveUp(answerless("more than " + MOST_PAGES + " pages"), last);
            }
        }
    }

    private Answer<Page<RegistryRecord>> read(
            boolean descending, int size, Optional<String> token) {
        Answer<Page<RegistryRecord>> answer = null;
        for (int i = 0; i < TRIES; i++) {
            if (Thread.currentThread().isInterrupted()) {
                return new Answer.Failed<>(answerless("was interrupted"));
            }
            answer = pages.page(descending, size, token);
            if (answer.failure().filter(it -> it.code().equals("400")).isEmpty()) {
                return answer;
            }
        }
        return answer;
    }

    private static int smaller(int size) {
        return Stream.of(10, 1).filter(it -> it < size).findFirst().orElse(1);
    }

    private Way gaveUp(Failure failure, String last) {
        return new Way(false, last, Optional.of(failure));
    }

    private Failure answerless(String what) {
        return new Failure(
                registry,
                Operation.LIST_RECORDS,
                Reason.UNAVAILABLE,
                "body",
                what,
                Optional.empty());
    }
}
