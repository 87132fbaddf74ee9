package dev.drover.basemodels.extractor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes safetensors files that end after their header: nothing else is read. */
final class SafetensorsFile {
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
     * @param nameFormat with one {@code %d} in any form, from 0
     * @return bytes of the header
     */
    static long write(Path file, int tensors, String nameFormat, String dtype, int[] shape)
            throws IOException {
        long elements = 1;
        StringBuilder dimensions = new StringBuilder();
        for (int dimension : shape) {
            elements *= dimension;
            dimensions.append(dimensions.length() == 0 ? "" : ",").append(dimension);
        }
        long size = elements * (dtype.endsWith("32") ? 4 : 2);
        Path body = Files.createTempFile(file.getParent(), "header", null);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(body))) {
            for (int i = 0; i < tensors; i++) {
                String name = String.format(Locale.ROOT, nameFormat, i);
                out.write(
                        ((i == 0 ? "{\"" : ",\"")
                                        + name
                                        + "\":{\"dtype\":\""
                                        + dtype
                                        + "\",\"shape\":["
                                        + dimensions
                                        + "],\"data_offsets\":["
                                        + i * size
                                        + ","
                                        + (i + 1) * size
                                        + "]}")
                                .getBytes(UTF_8));
            }
            out.write('}');
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
