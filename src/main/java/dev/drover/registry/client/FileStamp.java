package dev.drover.registry.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * By what a file is known to have changed. Links are followed: the kubelet swaps a link.
 *
 * @param key of the file system; null where it has none
 */
record FileStamp(FileTime modified, long size, Object key) {
    /** Of a file that is not there or cannot be looked at. */
    static final FileStamp NONE = new FileStamp(FileTime.fromMillis(0), -1, null);

    static FileStamp of(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(now.lastModifiedTime(), now.size(), now.fileKey());
        } catch (IOException e) {
            return NONE;
        }
    }
}
