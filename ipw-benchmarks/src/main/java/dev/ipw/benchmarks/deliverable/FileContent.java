package dev.ipw.benchmarks.deliverable;

import dev.ipw.benchmarks.document.DocumentReader;
import dev.ipw.internal.file.OpenFolder;
import dev.ipw.internal.file.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The beginning of a file and the hash of all of it.
 *
 * @param begin  its first bytes: all, if it is no longer than a document may be
 * @param bytes  the number of bytes that were read
 * @param sha256 its hash; empty if it is too long to be read to its end
 */
record FileContent(byte[] begin, long bytes, Optional<String> sha256) {
    /** The maximum number of bytes that are hashed. */
    static final long MAX_BYTES = 256L << 20;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int HEAD_BYTES = 1024;

    /** Read a file in a folder, but not through a link; of one that is known to be too long only its head. */
    static FileContent of(Path folder, Path relative, long length) throws IOException {
        Sha256 digest = new Sha256();
        try (InputStream in = digest.reading(Channels.newInputStream(OpenFolder.read(folder, relative)))) {
            if (length > MAX_BYTES) {
                byte[] head = in.readNBytes(HEAD_BYTES);
                return new FileContent(head, head.length, Optional.empty());
            }
            byte[] begin = in.readNBytes(DocumentReader.MAX_BYTES + 1);
            long bytes = begin.length;
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes += count;
                if (bytes > MAX_BYTES) {
                    return new FileContent(begin, bytes, Optional.empty());
                }
            }
            return new FileContent(begin, bytes, Optional.of(digest.hex()));
        }
    }

    boolean isTooLongToRead() {
        return sha256.isEmpty() || begin.length > DocumentReader.MAX_BYTES;
    }
}
