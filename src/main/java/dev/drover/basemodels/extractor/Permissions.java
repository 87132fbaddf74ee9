package dev.drover.basemodels.extractor;

import dev.drover.basemodels.metadata.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Says who may read a file and who tries to. */
final class Permissions {
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private static final int MODE_BITS = 07777;

    private static final String HINT =
            "make it readable for that user, or set drover.basemodels.job.run-as-user or"
                    + " drover.basemodels.job.supplemental-groups to a user or group that may read it";

    private Permissions() {}

    static Refusal refusal(ModelFile file) {
        String name = file.name().isEmpty() ? "the model's directory" : file.name();
        return new Refusal(
                FailureCode.PERMISSION_DENIED,
                PlainText.of(name, 100)
                        + " may not be read: "
                        + owner(file.path())
                        + "; the Job runs as "
                        + self(),
                HINT);
    }

    /** Of the path, or of the nearest directory above it that tells. */
    private static String owner(Path path) {
        for (Path place = path; place != null; place = place.getParent()) {
            Optional<String> owner = ownerOf(place);
            if (owner.isPresent()) {
                return owner.get();
            }
        }
        return "owner unknown";
    }

    private static Optional<String> ownerOf(Path place) {
        try {
            Map<String, Object> unix =
                    Files.readAttributes(place, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
            int mode = (Integer) unix.get("mode") & MODE_BITS;
            return Optional.of(
                    "owner %s:%s, mode %o".formatted(unix.get("uid"), unix.get("gid"), mode));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException hidden) {
            return Optional.empty();
        }
    }

    /** The user and groups of this process, as Linux tells them. */
    private static String self() {
        try {
            List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
            return effective(status, "Uid:") + ":" + effective(status, "Gid:") + groups(status);
        } catch (IOException notLinux) {
            return "an unknown user";
        }
    }

    /** The second of real, effective, saved and file system id. */
    private static String effective(List<String> status, String key) {
        return BLANKS.splitAsStream(value(status, key)).skip(1).findFirst().orElse("?");
    }

    private static String groups(List<String> status) {
        String groups = value(status, "Groups:");
        return groups.isEmpty() ? "" : ", groups " + PlainText.of(groups, 60);
    }

    private static String value(List<String> status, String key) {
        return status.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).strip())
                .findFirst()
                .orElse("");
    }
}
