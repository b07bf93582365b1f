package dev.ipw.benchmarks.deliverable;

import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.VisibleText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A reader of the files in a zip one level deep, in memory; it writes no files. */
final class ZipText {
    private static final int MAX_ENTRIES = 30;
    private static final int MAX_ENTRY_BYTES = 20 << 20;
    private static final int MAX_BYTES = 64 << 20;
    private static final int SHOWN_NAME = 200;

    private final StringBuilder text = new StringBuilder();
    private final long deadlineNanos;
    private long unpacked;

    private ZipText(Duration timeout) {
        deadlineNanos = System.nanoTime() + timeout.toNanos();
    }

    /** Lists the entries with their texts, and notes skipped parts. */
    static String of(byte[] bytes, Duration timeout) throws InterruptedException {
        ZipText zip = new ZipText(timeout);
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            zip.read(in);
        } catch (IOException | IllegalArgumentException damaged) {
            zip.text.append(ContentText.notRead("is damaged from here on: "
                    + (damaged.getMessage() == null ? "it ends too soon" : damaged.getMessage()))).append('\n');
        }
        return zip.bounded();
    }

    private String bounded() {
        return text.isEmpty()
                ? "[holds no files]"
                : text.length() <= ContentText.MAX_CHARACTERS
                        ? text.toString().strip()
                        : Excerpt.start(text.toString(), ContentText.MAX_CHARACTERS)
                                + "\n[the zip holds more; only the first " + ContentText.MAX_CHARACTERS
                                + " characters are read]";
    }

    private void read(ZipInputStream in) throws IOException, InterruptedException {
        int entries = 0;
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            if (entry.isDirectory()) {
                continue;
            }
            entries++;
            if (entries > MAX_ENTRIES || text.length() > ContentText.MAX_CHARACTERS) {
                text.append("[further files in the zip are left out; ").append(entries - 1).append(" are named]\n");
                return;
            }
            String name = Excerpt.of(entry.getName(), SHOWN_NAME);
            byte[] content = content(in);
            if (content.length > MAX_ENTRY_BYTES || unpacked > MAX_BYTES) {
                text.append("[in the zip: ").append(name).append("]\n").append(ContentText.notRead(
                        "grows to more than is read when it is unpacked, and what stands behind it is left out"))
                        .append('\n');
                return;
            }
            Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
            if (left.isNegative()) {
                text.append("[further files in the zip are left out: they take too long to read]\n");
                return;
            }
            ContentText read = ContentText.ofEntry(name, content, left);
            text.append("[in the zip: ").append(name).append(", ").append(content.length).append(" bytes, ")
                    .append(read.mediaType()).append("]\n").append(VisibleText.field(read.text())).append("\n\n");
        }
    }

    /** Reads at most one byte more than is allowed. */
    private byte[] content(InputStream in) throws IOException {
        byte[] content = in.readNBytes((int) Math.min(MAX_ENTRY_BYTES + 1L, MAX_BYTES - unpacked + 1));
        unpacked += content.length;
        return content;
    }
}
