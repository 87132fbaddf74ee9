package dev.drover.basemodels.extractor;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.drover.basemodels.extractor.ModelFile.State;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
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
            Path real = place.toRealPath();
            return real.startsWith(root)
                    ? new ModelFile(full, real, kind(real))
                    : new ModelFile(full, place, State.DANGLING);
        } catch (AccessDeniedException denied) {
            return new ModelFile(full, place, State.DENIED);
        } catch (FileSystemException unresolved) {
            return new ModelFile(full, place, unresolved(place, unresolved));
        }
    }

    boolean isDirectory() throws IOException {
        ModelFile self = file("");
        return self.is(State.NO_FILE) && Files.isDirectory(self.path());
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

    private static State kind(Path real) {
        if (!Files.isRegularFile(real)) {
            return State.NO_FILE;
        }
        return Files.isReadable(real) ? State.FILE : State.DENIED;
    }

    /** Why a name could not be resolved; an error of the storage is passed on. */
    private static State unresolved(Path place, FileSystemException error)
            throws FileSystemException {
        if (Files.isSymbolicLink(place)) {
            return State.DANGLING;
        }
        if (error instanceof NoSuchFileException || !Files.exists(place, NOFOLLOW_LINKS)) {
            return State.ABSENT;
        }
        throw error;
    }
}
