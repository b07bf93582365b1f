package dev.ipw.meter.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** A disk with so much room as a test leaves; what does not fit is written in part. */
final class FullDisk implements SegmentFiles {
    private final SegmentFiles disk = new DiskFiles();
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);

    void leave(long bytes) {
        left.set(bytes);
    }

    @Override
    public Open create(Path file) throws IOException {
        Open open = disk.create(file);
        return new Open() {
            @Override
            public void append(byte[] bytes) throws IOException {
                long room = left.get();
                if (bytes.length > room) {
                    open.append(Arrays.copyOf(bytes, (int) room));
                    left.set(0);
                    throw new IOException("No space left on device");
                }
                left.addAndGet(-bytes.length);
                open.append(bytes);
            }

            @Override
            public void sync() throws IOException {
                open.sync();
            }

            @Override
            public void close() throws IOException {
                open.close();
            }
        };
    }

    @Override
    public long size(Path file) throws IOException {
        return disk.size(file);
    }

    @Override
    public void delete(Path file) throws IOException {
        disk.delete(file);
    }
}
