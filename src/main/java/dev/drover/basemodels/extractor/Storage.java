package dev.drover.basemodels.extractor;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Asks what a path is, and tells an answer from a storage that fails. {@code Files.isDirectory} and
 * its kin say "no" to both, so that a stale NFS handle would pass for a wrong path, once and for
 * all; here everything but an answer is an {@link IOException} of another type.
 */
final class Storage {
    private static final int MAX_LINKS = 40;
    private static final int MAX_NAME_BYTES = 255;
    private static final int MAX_PATH_BYTES = 4095;

    private Storage() {}

    /**
     * The path with its links resolved.
     *
     * @throws NoSuchFileException when nothing is there
     * @throws NotDirectoryException when a file stands where a directory would have to be
     * @throws FileSystemLoopException when links lead in a circle
     * @throws AccessDeniedException when it may not be known
     * @throws IOException when the storage fails
     */
    static Path real(Path place) throws IOException {
        try {
            return place.toRealPath();
        } catch (NoSuchFileException | AccessDeniedException answer) {
            throw answer;
        } catch (FileSystemException unexplained) {
            throw explained(place, unexplained);
        }
    }

    /** The system has one exception for a loop, for a file on the way and for a broken disk. */
    private static FileSystemException explained(Path place, FileSystemException unexplained)
            throws IOException {
        Path at = place;
        for (int links = 0; links < MAX_LINKS; links++) {
            if (tooLong(at)) {
                return new NoSuchFileException(place.toString());
            }
            if (beyondAFile(at)) {
                return new NotDirectoryException(place.toString());
            }
            if (!attributes(at, NOFOLLOW_LINKS).isSymbolicLink()) {
                return unexplained;
            }
            at = at.resolveSibling(Files.readSymbolicLink(at));
        }
        return new FileSystemLoopException(place.toString());
    }

    /** Names of a stranger's index may be of any length. */
    private static boolean tooLong(Path place) {
        for (Path name : place) {
            if (bytes(name) > MAX_NAME_BYTES) {
                return true;
            }
        }
        return bytes(place) > MAX_PATH_BYTES;
    }

    private static int bytes(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    /** The nearest ancestor that is anything is no directory. */
    private static boolean beyondAFile(Path place) {
        Path above = place.getParent();
        if (above == null) {
            return false;
        }
        try {
            return !attributes(above).isDirectory();
        } catch (IOException unknown) {
            return beyondAFile(above);
        }
    }

    /** True for a link, wherever it leads; false when nothing is there. */
    static boolean isLink(Path place) throws IOException {
        try {
            return attributes(place, NOFOLLOW_LINKS).isSymbolicLink();
        } catch (NoSuchFileException nothing) {
            return false;
        } catch (FileSystemException unexplained) {
            if (tooLong(place) || beyondAFile(place)) {
                return false;
            }
            throw unexplained;
        }
    }

    static BasicFileAttributes attributes(Path path, LinkOption... options) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, options);
    }

    /** True when this process may use it so. */
    static boolean allows(Path real, AccessMode... modes) throws IOException {
        try {
            real.getFileSystem().provider().checkAccess(real, modes);
            return true;
        } catch (AccessDeniedException denied) {
            return false;
        }
    }
}
