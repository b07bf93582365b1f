package dev.ipw.examples.benchmarks.wire;

import java.nio.charset.StandardCharsets;

/** An event like those of a chat completion, with a stamp of the time at which it was sent. */
final class GoldenEvent {
    private static final String MARK = "\"sent\":\"";
    private static final int DIGITS = 19;
    private static final byte[] MARK_BYTES = MARK.getBytes(StandardCharsets.US_ASCII);

    private GoldenEvent() {}

    /** Returns one HTTP chunk with one event, whose stamp is zero. */
    static byte[] chunk() {
        String event = "data: {\"id\":\"chatcmpl-golden\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
                + "\"model\":\"golden\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"},"
                + "\"finish_reason\":null}]," + MARK + "0".repeat(DIGITS) + "\"}\n\n";
        return (Integer.toHexString(event.length()) + "\r\n" + event + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the place of the stamp in a chunk. */
    static int stampAt(byte[] chunk) {
        return new String(chunk, StandardCharsets.US_ASCII).indexOf(MARK) + MARK.length();
    }

    /** Writes a stamp. */
    static void stamp(byte[] chunk, int at, long nanos) {
        long rest = nanos;
        for (int i = at + DIGITS - 1; i >= at; i--) {
            chunk[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** A finder of stamps in the bytes of one stream, with any division into reads. */
    static final class Finder {
        private final LagRecorder recorder;
        private int matched;
        private int digits;
        private long value;

        Finder(LagRecorder recorder) {
            this.recorder = recorder;
        }

        /** Searches bytes that were read at a moment; a stamp counts when its last digit has come. */
        void feed(byte[] bytes, int offset, int length, long readNanos) {
            for (int i = offset; i < offset + length; i++) {
                next(bytes[i], readNanos);
            }
        }

        /** Searches a line. */
        void feed(String line, long readNanos) {
            int at = line.indexOf(MARK);
            if (at >= 0) {
                int from = at + MARK.length();
                recorder.add(readNanos - Long.parseLong(line, from, from + DIGITS, 10));
            }
        }

        private void next(byte c, long readNanos) {
            if (matched < MARK_BYTES.length) {
                boolean fits = c == MARK_BYTES[matched];
                matched = fits ? matched + 1 : c == MARK_BYTES[0] ? 1 : 0;
                return;
            }
            value = value * 10 + (c - '0');
            if (++digits == DIGITS) {
                recorder.add(readNanos - value);
                matched = 0;
                digits = 0;
                value = 0;
            }
        }
    }
}
