package dev.drover.basemodels.extractor;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * A file system over the real one on which one operation on one name fails, as NFS and FUSE do at
 * times. Reading only.
 */
final class BrokenStorage extends FileSystemProvider {
    /** What fails. */
    enum Operation {
        RESOLVE,
        ATTRIBUTES,
        ACCESS
    }

    private final Operation broken;
    private final String name;
    private final FileSystem fileSystem = new View();

    private BrokenStorage(Operation broken, String name) {
        this.broken = broken;
        this.name = name;
    }

    /** The path, on a storage where the operation fails on paths that end in the name. */
    static Path over(Path path, Operation broken, String name) {
        return new BrokenStorage(broken, name).wrapped(path);
    }

    private void may(Operation operation, Path path) throws FileSystemException {
        if (operation == broken && path.endsWith(name)) {
            throw new FileSystemException(path.toString(), null, "Stale file handle");
        }
    }

    /** {@code Path} is an interface: all but what names its file system is the real one's. */
    private Path wrapped(Path path) {
        return (Path)
                Proxy.newProxyInstance(
                        BrokenStorage.class.getClassLoader(),
                        new Class<?>[] {Path.class, Wrapped.class},
                        (proxy, method, arguments) -> {
                            switch (method.getName()) {
                                case "wrapped":
                                    return path;
                                case "getFileSystem":
                                    return fileSystem;
                                case "toRealPath":
                                    may(Operation.RESOLVE, path);
                                    break;
                                default:
                                    break;
                            }
                            try {
                                return result(method.invoke(path, plain(arguments)));
                            } catch (InvocationTargetException thrown) {
                                throw thrown.getCause();
                            }
                        });
    }

    private Object result(Object result) {
        return result instanceof Path path && !(result instanceof Wrapped) ? wrapped(path) : result;
    }

    private static Object[] plain(Object[] arguments) {
        return arguments == null
                ? null
                : Arrays.stream(arguments)
                        .map(each -> each instanceof Wrapped wrapped ? wrapped.wrapped() : each)
                        .toArray();
    }

    private static Path plain(Path path) {
        return path instanceof Wrapped wrapped ? wrapped.wrapped() : path;
    }

    /** Has the real path. */
    interface Wrapped {
        Path wrapped();
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
            Path path, Class<A> type, LinkOption... options) throws IOException {
        may(Operation.ATTRIBUTES, plain(path));
        return Files.readAttributes(plain(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
            throws IOException {
        return Files.readAttributes(plain(path), attributes, options);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        may(Operation.ACCESS, plain(path));
        Path real = plain(path);
        real.getFileSystem().provider().checkAccess(real, modes);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        return Files.newByteChannel(plain(path), options, attributes);
    }

    @Override
    @SuppressWarnings("StreamResourceLeak") // closed by the stream that is handed out
    public DirectoryStream<Path> newDirectoryStream(
            Path path, DirectoryStream.Filter<? super Path> filter) throws IOException {
        FileSystemProvider real = plain(path).getFileSystem().provider();
        DirectoryStream<Path> entries = real.newDirectoryStream(plain(path), filter);
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> each = entries.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return each.hasNext();
                    }

                    @Override
                    public Path next() {
                        return wrapped(each.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                entries.close();
            }
        };
    }

    @Override
    public Path readSymbolicLink(Path link) throws IOException {
        return wrapped(Files.readSymbolicLink(plain(link)));
    }

    @Override
    public String getScheme() {
        return "broken";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delete(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return Files.isSameFile(plain(path), plain(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return Files.isHidden(plain(path));
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return Files.getFileAttributeView(plain(path), type, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    private final class View extends FileSystem {
        @Override
        public FileSystemProvider provider() {
            return BrokenStorage.this;
        }

        @Override
        public Path getPath(String first, String... more) {
            return wrapped(Path.of(first, more));
        }

        @Override
        public void close() {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return true;
        }

        @Override
        public String getSeparator() {
            return "/";
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return Set.of("basic");
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}
