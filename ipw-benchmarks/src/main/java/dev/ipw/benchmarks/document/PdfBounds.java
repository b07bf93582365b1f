package dev.ipw.benchmarks.document;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Set;
import java.util.zip.InflaterInputStream;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.cos.COSObjectKey;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.filter.Filter;
import org.apache.pdfbox.filter.FilterFactory;
import org.apache.pdfbox.pdmodel.PDDocument;

/**
 * A check of a PDF that unpacks its streams once and only counts their bytes, so that one which grows without end is
 * rejected before it is read.
 */
final class PdfBounds {
    private static final int MAX_STREAM_BYTES = 64 << 20;
    private static final long MAX_BYTES = 512L << 20;
    private static final int MAX_FILTERS = 4;
    private static final int ZLIB = 0x78;
    private static final int ZLIB_CHECK = 31;
    private static final byte[] STREAM = {'s', 't', 'r', 'e', 'a', 'm'};
    private static final int BUFFER_BYTES = 1 << 16;
    /** Filters that only pictures have, which are not unpacked. */
    private static final Set<COSName> PICTURES = Set.of(COSName.DCT_DECODE, COSName.JPX_DECODE,
            COSName.CCITTFAX_DECODE, COSName.JBIG2_DECODE);

    private PdfBounds() {}

    /**
     * Counts the bytes of the packed streams of a file: some are unpacked when it is opened, before its objects can be
     * inspected.
     */
    static void checkPacked(byte[] bytes, DocumentOutput output) throws DocumentException {
        long all = 0;
        for (int at = 0; at + STREAM.length + 2 < bytes.length; at++) {
            if (bytes[at] == 's' && isStream(bytes, at)) {
                int start = at + STREAM.length;
                while (start < bytes.length - 2 && (bytes[start] == '\r' || bytes[start] == '\n')) {
                    start++;
                }
                if (isZlib(bytes[start], bytes[start + 1])) {
                    all += inflated(bytes, start, output);
                    refuseAbove(all, MAX_BYTES);
                }
            }
        }
    }

    private static boolean isStream(byte[] bytes, int at) {
        for (int letter = 0; letter < STREAM.length; letter++) {
            if (bytes[at + letter] != STREAM[letter]) {
                return false;
            }
        }
        return true;
    }

    private static long inflated(byte[] bytes, int start, DocumentOutput output) throws DocumentException {
        long count = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = unpacked(new InflaterInputStream(
                new ByteArrayInputStream(bytes, start, bytes.length - start)))) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                output.check();
                count += read;
                refuseAbove(count, MAX_STREAM_BYTES);
            }
        } catch (IOException encryptedOrDamaged) {
            // A stream that cannot be unpacked here cannot grow either.
            return count;
        }
        return count;
    }

    /** Unpacks a stream that was packed several times over. */
    private static InputStream unpacked(InputStream once) throws IOException {
        InputStream in = once;
        for (int layer = 1; layer < MAX_FILTERS; layer++) {
            PushbackInputStream seen = new PushbackInputStream(in, 2);
            byte[] head = seen.readNBytes(2);
            seen.unread(head);
            if (head.length < 2 || !isZlib(head[0], head[1])) {
                return seen;
            }
            in = new InflaterInputStream(seen);
        }
        return in;
    }

    private static boolean isZlib(byte first, byte second) {
        return first == ZLIB && ((first << Byte.SIZE) + (second & 0xff)) % ZLIB_CHECK == 0;
    }

    /** Counts the bytes of all streams of a document, through all their filters. */
    static void check(PDDocument document, DocumentOutput output) throws DocumentException, IOException {
        long all = 0;
        for (COSObjectKey key : List.copyOf(document.getDocument().getXrefTable().keySet())) {
            output.check();
            COSObject object = document.getDocument().getObjectFromPool(key);
            if (object.getObject() instanceof COSStream stream) {
                all += unpacked(stream);
                refuseAbove(all, MAX_BYTES);
            }
        }
    }

    private static long unpacked(COSStream stream) throws DocumentException, IOException {
        COSBase named = stream.getFilters();
        List<? extends COSBase> names = named instanceof COSArray array
                ? array.toList()
                : named == null ? List.of() : List.of(named);
        if (names.size() > MAX_FILTERS) {
            throw new DocumentException("packs a stream " + names.size() + " times over, which is not read");
        }
        byte[] packed;
        try (InputStream raw = stream.createRawInputStream()) {
            packed = raw.readAllBytes();
        }
        for (int index = 0; index < names.size(); index++) {
            if (!(names.get(index) instanceof COSName name) || PICTURES.contains(name)) {
                break;
            }
            Filter filter = FilterFactory.INSTANCE.getFilter(name);
            BoundedBytes bytes = new BoundedBytes();
            try {
                filter.decode(new ByteArrayInputStream(packed), bytes, stream, index);
            } catch (IOException damaged) {
                if (bytes.isFull) {
                    refuseAbove(MAX_STREAM_BYTES + 1L, MAX_STREAM_BYTES);
                }
                // One damaged stream is skipped when its page is read.
                return bytes.bytes.size();
            }
            packed = bytes.bytes.toByteArray();
        }
        return packed.length;
    }

    private static void refuseAbove(long bytes, long most) throws DocumentException {
        if (bytes > most) {
            throw new DocumentException("grows to more than " + (most >> 20)
                    + " MiB when it is unpacked, which is not read");
        }
    }

    /** A stream that accepts a limited number of bytes. */
    private static final class BoundedBytes extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean isFull;

        @Override
        public void write(int one) throws IOException {
            write(new byte[]{(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] some, int offset, int length) throws IOException {
            if (length > MAX_STREAM_BYTES - bytes.size()) {
                isFull = true;
                throw new IOException("the stream is too large");
            }
            bytes.write(some, offset, length);
        }
    }
}
