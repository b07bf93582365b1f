package dev.ipw.benchmarks.hub;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The download of one file, which continues an earlier try.
 *
 * @param name      its name in messages
 * @param address   its address
 * @param sizeBytes its size, where known
 * @param hash      its hash, where known; the size is then known too if the hash needs it
 * @param progress  receives the progress
 */
record Download(String name, URI address, OptionalLong sizeBytes, Optional<ContentHash> hash,
        Consumer<String> progress) {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LARGE_BYTES = 1_000_000;

    /** Fetches the file into one that may contain the beginning already; afterwards it contains all. */
    void into(Path partial, WebClient client) throws RefusedException {
        client.retried("fetch " + name, () -> {
            fetch(partial, client);
            return partial;
        });
    }

    private void fetch(Path partial, WebClient client) throws IOException {
        long held = Files.exists(partial) ? Files.size(partial) : 0;
        if (held > 0 && sizeBytes.isPresent() && held >= sizeBytes.getAsLong()) {
            check(partial);
            return;
        }
        Map<String, String> range = held > 0 ? Map.of("Range", "bytes=" + held + "-") : Map.of();
        try (WebResponse response = client.open(address, range)) {
            boolean resumed = response.status() == HttpURLConnection.HTTP_PARTIAL;
            if (resumed && !startsAt(response, held)) {
                Files.delete(partial);
                throw new IOException("the server sent another part than was asked for");
            }
            append(response, partial, resumed ? held : 0);
        } catch (RefusedException refused) {
            if (refused.status() == RANGE_NOT_SATISFIABLE && held > 0) {
                Files.delete(partial);
                throw new IOException("the kept beginning does not fit the file", refused);
            }
            throw refused;
        }
        check(partial);
    }

    private static boolean startsAt(WebResponse response, long held) {
        return response.header("Content-Range").orElse("").startsWith("bytes " + held + "-");
    }

    private void append(WebResponse response, Path partial, long from) throws IOException {
        OptionalLong total = sizeBytes.isPresent() ? sizeBytes : total(response, from);
        long bytes = from;
        long reportedNanos = System.nanoTime();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = response.body();
                OutputStream out = Files.newOutputStream(partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                        from > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                write(out, buffer, count, partial);
                bytes += count;
                if (total.isPresent() && bytes > total.getAsLong()) {
                    break;
                }
                if (System.nanoTime() - reportedNanos > PROGRESS_NANOS) {
                    reportedNanos = System.nanoTime();
                    reportProgress(bytes, total);
                }
            }
        }
        if (total.isPresent() && bytes < total.getAsLong()) {
            throw new EOFException("the transfer ended after " + bytes + " of " + total.getAsLong() + " bytes");
        }
        if (bytes > LARGE_BYTES) {
            reportProgress(bytes, total);
        }
    }

    /** Writes bytes, and distinguishes a full disk from a torn transfer, which would be tried again. */
    private static void write(OutputStream out, byte[] buffer, int count, Path partial) {
        try {
            out.write(buffer, 0, count);
        } catch (IOException full) {
            throw new InputException("Cannot write " + partial + ": " + AtomicFile.reasonOf(full)
                    + ". Make room there, then try again; what came is kept", full);
        }
    }

    private static OptionalLong total(WebResponse response, long from) {
        long rest = response.connection().getContentLengthLong();
        return rest < 0 ? OptionalLong.empty() : OptionalLong.of(from + rest);
    }

    private void reportProgress(long bytes, OptionalLong total) {
        progress.accept("Downloading " + name + " (" + (total.isPresent()
                ? megabytes(bytes) + " of "
                        + megabytes(total.getAsLong())
                : megabytes(bytes)) + " MB)");
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / 1e6);
    }

    /** Rejects content that is not the file, so that the next try starts from the beginning. */
    private void check(Path partial) throws IOException {
        long bytes = Files.size(partial);
        if (sizeBytes.isPresent() && bytes != sizeBytes.getAsLong()) {
            Files.delete(partial);
            throw new IOException(
                    bytes + " bytes came where the hub names " + sizeBytes.getAsLong() + "; they were dropped");
        }
        if (hash.isPresent() && !fits(partial, hash.get(), bytes)) {
            Files.delete(partial);
            throw new IOException("what came does not have the hash that it should have; it was dropped");
        }
    }

    private static boolean fits(Path file, ContentHash hash, long bytes) throws IOException {
        return hash.hexDigits().equalsIgnoreCase(digits(file, hash, bytes));
    }

    /** Computes the hash of a file by the method of another hash. */
    static String digits(Path file, ContentHash way, long bytes) throws IOException {
        MessageDigest digest = way.digest(bytes);
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
