package dev.drover.config;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes edits of the configuration file over while the process runs. The content is compared, not
 * its date: the kubelet swaps a symbolic link of the directory, which neither changes the date nor
 * wakes a file watcher. A broken edit, and the removal of a file that was there, change nothing and
 * are reported once.
 */
public final class ConfigurationWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationWatch.class);

    private static final String IGNORED = "edit ignored, the last good configuration stays: ";

    private final Configuration configuration;
    private final Clock clock;
    private final List<Consumer<Reload>> listeners = new CopyOnWriteArrayList<>();

    // guarded by this: the content last looked at, whether the one in force was a file at all, and
    // the values that wait for a restart
    private FileContent seen;
    private boolean present;
    private final Map<Key<?>, Object> waiting = new HashMap<>();

    private volatile ConfigurationStatus status;

    public ConfigurationWatch(Configuration configuration, Clock clock) {
        this.configuration = configuration;
        this.clock = clock;
        this.seen = configuration.loaded();
        this.present = !seen.equals(FileContent.ABSENT);
        Instant now = clock.instant();
        this.status = new ConfigurationStatus(true, file(), "", now, now);
    }

    /** Looks every {@code drover.config.poll} until the executor is shut down. */
    public void start(ScheduledExecutorService executor) {
        Duration poll = configuration.get(DroverKeys.CONFIG_POLL);
        Future<?> unused = // ends with the executor
                executor.scheduleWithFixedDelay(
                        this::tick, poll.toMillis(), poll.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Told of each edit, after it was taken over or rejected, on the thread that looks. */
    public void onReload(Consumer<Reload> listener) {
        listeners.add(listener);
    }

    public ConfigurationStatus status() {
        return status;
    }

    /** Looks once. */
    public synchronized void check() {
        FileContent content = configuration.source().content();
        if (content.equals(seen)) {
            return;
        }
        seen = content;
        Reload reload = take(content);
        Instant now = clock.instant();
        if (reload.accepted()) {
            present = !content.equals(FileContent.ABSENT);
            status = new ConfigurationStatus(true, file(), "", now, now);
        } else {
            String error = ConfigurationException.message(IGNORED, reload.problems());
            status = new ConfigurationStatus(false, file(), error, status.lastGood(), now);
        }
        log(reload);
        listeners.forEach(listener -> listener.accept(reload));
    }

    private Reload take(FileContent content) {
        Resolution edit = configuration.source().resolve(content, present);
        if (!edit.problems().isEmpty()) {
            return Reload.rejected(edit.problems());
        }
        Snapshot before = configuration.snapshot();
        Snapshot edited = edit.snapshot();
        try {
            configuration.apply(edited);
        } catch (IllegalArgumentException e) {
            return Reload.rejected(List.of(new Problem(file(), e.getMessage(), "")));
        }
        List<String> applied = new ArrayList<>();
        before.changed(configuration.snapshot())
                .forEach(key -> applied.addAll(edited.assignments(key)));
        return new Reload(applied, pending(edited), List.of());
    }

    /** Said once a value: the next edit of another key must not repeat it. */
    private List<String> pending(Snapshot edited) {
        List<Key<?>> differing = configuration.snapshot().changed(edited);
        waiting.keySet().retainAll(differing);
        List<String> sentences = new ArrayList<>();
        for (Key<?> key : differing) {
            Object value = edited.resolved(key).value();
            if (!value.equals(waiting.put(key, value))) {
                edited.assignments(key)
                        .forEach(set -> sentences.add(set + " takes effect at the next start"));
            }
        }
        return sentences;
    }

    private static void log(Reload reload) {
        if (reload.accepted()) {
            LOG.info(
                    "Configuration edit taken over: {}",
                    reload.applied().isEmpty()
                            ? "no live key changes"
                            : String.join(", ", reload.applied()));
        }
        for (Problem problem : reload.problems()) {
            LOG.warn("Configuration {}{}", IGNORED, problem);
        }
        for (String sentence : reload.pending()) {
            LOG.warn("{}", sentence);
        }
    }

    private void tick() {
        try {
            check();
        } catch (RuntimeException e) {
            // an executor drops a task that throws, and nobody would see the next edit
            LOG.error("Looking at {} failed", file(), e);
        }
    }

    private String file() {
        return configuration.source().file().toString();
    }
}
