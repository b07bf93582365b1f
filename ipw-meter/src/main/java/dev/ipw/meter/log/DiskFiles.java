package dev.ipw.meter.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of a log on a disk. */
final class DiskFiles implements SegmentFiles {
    private static final Logger LOGGER = LoggerFactory.getLogger(DiskFiles.class);
    private static final Set<OpenOption> CREATE = Set.of(StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);

    @Override
    public Open create(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, CREATE, forItsOwner(file, "rw-------"));
        syncFolderOf(file);
        return new Open() {
            @Override
            public void append(byte[] bytes) throws IOException {
                ByteBuffer rest = ByteBuffer.wrap(bytes);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            }

            @Override
            public void sync() throws IOException {
                channel.force(false);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    /** Returns the attributes by which only the owner may use a new file; none where the file system has no such ones. */
    static FileAttribute<?>[] forItsOwner(Path file, String permissions) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }

    private static void syncFolderOf(Path file) {
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException cannotSync) {
            // Not every system can sync a folder.
            LOGGER.debug("The folder of {} cannot be synced", file, cannotSync);
        }
    }

    @Override
    public long size(Path file) throws IOException {
        return Files.size(file);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }
}
