package dev.ipw.benchmarks.document;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A check of an Office file that unpacks it once and only counts its bytes, so that one which grows without end is
 * rejected before it is read.
 */
final class ZipBounds {
    private static final int MAX_ENTRIES = 1_000;
    private static final long MAX_BYTES = 128L << 20;
    /** Trees of XML take many times the memory of their text. */
    private static final long MAX_TREE_BYTES = 32L << 20;
    private static final int MAX_RATIO = 100;
    private static final long FREE_BYTES = 1 << 20;
    private static final int BUFFER_BYTES = 1 << 16;

    private ZipBounds() {}

    /**
     * Counts the bytes of the file's content.
     *
     * @param bytes  the file
     * @param isTree whether its XML is read as trees
     * @param output the output, which ends the reading at the time limit
     * @throws DocumentException if the content exceeds the bounds
     */
    static void check(byte[] bytes, boolean isTree, DocumentOutput output) throws DocumentException, IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        int entries = 0;
        long all = 0;
        long trees = 0;
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries++;
                if (entries > MAX_ENTRIES) {
                    throw new DocumentException("holds more than " + MAX_ENTRIES + " files, more than are read");
                }
                boolean isXml = entry.getName().toLowerCase(Locale.ROOT).endsWith(".xml");
                for (int count = zip.read(buffer); count >= 0; count = zip.read(buffer)) {
                    output.check();
                    all += count;
                    trees += isXml ? count : 0;
                    if (all > MAX_BYTES || (all > FREE_BYTES && all > (long) MAX_RATIO * bytes.length)) {
                        throw new DocumentException("grows to more than is read when it is unpacked: at most "
                                + (MAX_BYTES >> 20) + " MiB, and " + MAX_RATIO + " times its size");
                    }
                    if (isTree && trees > MAX_TREE_BYTES) {
                        throw new DocumentException("holds more than " + (MAX_TREE_BYTES >> 20)
                                + " MiB of XML, more than is read");
                    }
                }
            }
        }
    }
}
