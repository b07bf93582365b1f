package dev.ipw.meter.log;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** A disk that is never waited for, with as much room as a test leaves; what does not fit is written in part. */
final class TestDisk implements SegmentFiles {
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);

    void leave(long bytes) {
        left.set(bytes);
    }

    @Override
    public Open create(Path file) throws IOException {
        OutputStream out = Files.newOutputStream(file);
        return new Open() {
            @Override
            public void append(byte[] bytes) throws IOException {
                int fits = (int) Math.min(bytes.length, left.get());
                left.addAndGet(-fits);
                out.write(bytes, 0, fits);
                if (fits < bytes.length) {
                    throw new IOException("No space left on device");
                }
            }

            @Override
            public void sync() {}

            @Override
            public void close() throws IOException {
                out.close();
            }
        };
    }

    @Override
    public long size(Path file) throws IOException {
        return Files.size(file);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.delete(file);
    }
}
