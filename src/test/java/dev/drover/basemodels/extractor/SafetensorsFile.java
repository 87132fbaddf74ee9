package dev.drover.basemodels.extractor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes safetensors files that end after their header: nothing else is read. */
final class SafetensorsFile {
    private static final Pattern NUMBERED = Pattern.compile("(.*)%0?(\\d*)d(.*)");

    private SafetensorsFile() {}

    /** A file with this header, its length in front. */
    static Path write(Path file, String header) {
        return write(file, header.getBytes(UTF_8).length, header);
    }

    /** A file whose length field says something else. */
    static Path write(Path file, long length, String header) {
        try {
            Files.createDirectories(file.getParent());
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write(littleEndian(length));
                out.write(header.getBytes(UTF_8));
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Many tensors of one shape.
     *
     * @param nameFormat with one {@code %d} or {@code %08d}, from 0
     * @return bytes of the header
     */
    static long write(Path file, int tensors, String nameFormat, String dtype, int[] shape)
            throws IOException {
        long size =
                Arrays.stream(shape)
                        .asLongStream()
                        .reduce(dtype.endsWith("32") ? 4 : 2, (a, b) -> a * b);
        Matcher name = NUMBERED.matcher(nameFormat);
        if (!name.matches()) {
            throw new IllegalArgumentException(nameFormat);
        }
        int width = name.group(2).isEmpty() ? 0 : Integer.parseInt(name.group(2));
        String middle =
                name.group(3)
                        + "\":{\"dtype\":\""
                        + dtype
                        + "\",\"shape\":"
                        + Arrays.toString(shape).replace(" ", "")
                        + ",\"data_offsets\":[";
        Path body = Files.createTempFile(file.getParent(), "header", null);
        try (Writer out = Files.newBufferedWriter(body)) {
            for (int i = 0; i < tensors; i++) {
                out.append(i == 0 ? "{\"" : ",\"").append(name.group(1));
                String number = Integer.toString(i);
                out.append("0".repeat(Math.max(0, width - number.length()))).append(number);
                out.append(middle).append(Long.toString(i * size)).append(',');
                out.append(Long.toString((i + 1) * size)).append("]}");
            }
            out.append('}');
        }
        long length = Files.size(body);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(littleEndian(length));
            Files.copy(body, out);
        }
        Files.delete(body);
        return length;
    }

    private static byte[] littleEndian(long length) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .array();
    }
}
