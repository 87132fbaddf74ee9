package dev.drover.basemodels.extractor;

import dev.drover.basemodels.metadata.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Says who may read a file and who tries to. */
final class Permissions {
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
            try {
                Map<String, Object> unix =
                        Files.readAttributes(place, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
                return "owner %s:%s, mode %o"
                        .formatted(
                                unix.get("uid"),
                                unix.get("gid"),
                                (Integer) unix.get("mode") & MODE_BITS);
            } catch (IOException
                    | UnsupportedOperationException
                    | IllegalArgumentException hidden) {
                continue;
            }
        }
        return "owner unknown";
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

    private static String effective(List<String> status, String key) {
        String[] ids = value(status, key).split("\\s+");
        return ids.length > 1 ? ids[1] : "?";
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
