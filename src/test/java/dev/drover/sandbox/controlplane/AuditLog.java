package dev.drover.sandbox.controlplane;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The audit log of the real API server: what everybody really did. A request is in it a moment
 * after its answer arrived, so await what must be there, and only then conclude what is not.
 */
public final class AuditLog {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path file;

    AuditLog(Path file) {
        this.file = file;
    }

    /**
     * All answered requests, oldest answer first; a line that is still being written is left out.
     */
    public List<AuditRecord> records() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.endsWith("}")).map(AuditLog::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those that {@code filter} takes. */
    public List<AuditRecord> matching(Predicate<AuditRecord> filter) {
        return records().stream().filter(filter).toList();
    }

    /** What this user sent that can change something, refused requests too. */
    public List<AuditRecord> writesOf(String user) {
        return matching(record -> record.user().equals(user) && record.writes());
    }

    private static AuditRecord parse(String line) {
        try {
            return AuditRecord.of(MAPPER.readTree(line));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
