package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.ModelFile.State;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * One directory of the model. A link counts only when it leads to something inside the model's
 * directory: what the serving container will not see must not be read here either.
 *
 * @param root the model's directory, links resolved
 * @param name of this directory relative to it, empty for itself
 */
record ModelDirectory(Path root, String name) {
    /** Entries of one directory that are looked at. */
    static final int MAX_ENTRIES = 10_000;

    ModelDirectory child(String child) {
        return new ModelDirectory(root, named(child));
    }

    /** What stands behind a relative name without {@code ..}. */
    ModelFile file(String relative) throws IOException {
        String full = named(relative);
        Path place;
        try {
            place = root.resolve(full);
        } catch (InvalidPathException noSuchName) {
            return new ModelFile(full, root, State.ABSENT);
        }
        try {
            Path real = Storage.real(place);
            return real.startsWith(root)
                    ? new ModelFile(full, real, kind(real))
                    : new ModelFile(full, place, State.DANGLING);
        } catch (AccessDeniedException denied) {
            return new ModelFile(full, place, State.DENIED);
        } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException unresolved) {
            return new ModelFile(
                    full, place, Storage.isLink(place) ? State.DANGLING : State.ABSENT);
        }
    }

    boolean isDirectory() throws IOException {
        ModelFile self = file("");
        return self.is(State.NO_FILE) && Storage.attributes(self.path()).isDirectory();
    }

    /**
     * Names of entries, sorted; of a directory with more than {@link #MAX_ENTRIES} only so many.
     */
    List<String> names(Predicate<String> wanted) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(name))) {
            for (Path entry : entries) {
                String entryName = Objects.toString(entry.getFileName());
                if (wanted.test(entryName)) {
                    names.add(entryName);
                }
                if (names.size() == MAX_ENTRIES) {
                    break;
                }
            }
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        names.sort(null);
        return names;
    }

    private String named(String relative) {
        if (name.isEmpty()) {
            return relative;
        }
        return relative.isEmpty() ? name : name + "/" + relative;
    }

    private static State kind(Path real) throws IOException {
        if (!Storage.attributes(real).isRegularFile()) {
            return State.NO_FILE;
        }
        return Storage.allows(real, AccessMode.READ) ? State.FILE : State.DENIED;
    }
}
