package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.ModelFile.State;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;

/** The small text file that Git LFS leaves in place of a large one that was not fetched. */
final class LfsPointer {
    private static final byte[] BEGINNING = "version ".getBytes(StandardCharsets.US_ASCII);

    private LfsPointer() {}

    static boolean beginsWith(byte[] first) {
        return Arrays.equals(first, BEGINNING);
    }

    static boolean is(ModelFile file) throws IOException {
        if (!file.is(State.FILE)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file.path())) {
            return beginsWith(in.readNBytes(BEGINNING.length));
        }
    }

    static UnusableWeights instead(String name) {
        return new UnusableWeights(
                Warning.LFS_POINTER,
                PlainText.of(name, 200)
                        + ": a Git LFS pointer was copied instead of the file (git lfs pull)");
    }
}
