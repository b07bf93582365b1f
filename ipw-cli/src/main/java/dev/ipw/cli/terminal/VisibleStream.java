package dev.ipw.cli.terminal;

import dev.ipw.internal.io.VisibleText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A stream to a terminal that replaces each hidden character by a mark, so that no text from outside acts as a
 * terminal command, regardless of its origin. The program's own commands to the terminal go through
 * {@link #trusted()}. Bytes are read as UTF-8.
 */
public final class VisibleStream extends PrintStream {
    private static final int LONGEST_UNFINISHED = 3;

    private final PrintStream target;
    /** The bytes of an incomplete character or line end. */
    private byte[] unfinished = {};

    public VisibleStream(PrintStream target) {
        super(target, false, StandardCharsets.UTF_8);
        this.target = target;
    }

    /** Returns the stream that passes everything, including terminal commands. */
    public PrintStream trusted() {
        return target;
    }

    @Override
    public void print(String text) {
        target.print(VisibleText.marked(String.valueOf(text)));
    }

    @Override
    public void print(char character) {
        print(String.valueOf(character));
    }

    @Override
    public void print(char[] characters) {
        print(String.valueOf(characters));
    }

    @Override
    public void print(Object any) {
        print(String.valueOf(any));
    }

    @Override
    public void println() {
        target.println();
    }

    @Override
    public void println(String text) {
        target.println(VisibleText.marked(String.valueOf(text)));
    }

    @Override
    public void println(Object any) {
        println(String.valueOf(any));
    }

    @Override
    public void write(int one) {
        write(new byte[]{(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        byte[] all = Arrays.copyOf(unfinished, unfinished.length + length);
        System.arraycopy(bytes, offset, all, unfinished.length, length);
        int end = finished(all);
        unfinished = Arrays.copyOfRange(all, end, all.length);
        byte[] clean = VisibleText.marked(new String(all, 0, end, StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
        target.write(clean, 0, clean.length);
    }

    /** Returns the end of the last complete character; a carriage return may be half of a line end. */
    private static int finished(byte[] bytes) {
        int end = bytes.length;
        if (end > 0 && bytes[end - 1] == '\r') {
            return end - 1;
        }
        for (int back = 1; back <= Math.min(LONGEST_UNFINISHED, end); back++) {
            int lead = bytes[end - back] & 0xff;
            if (lead >= 0xc0) {
                int needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
                return needed > back ? end - back : end;
            }
            if (lead < 0x80) {
                return end;
            }
        }
        return end;
    }

    @Override
    public void flush() {
        target.flush();
    }

    @Override
    public boolean checkError() {
        return target.checkError();
    }

    @Override
    public void close() {
        target.close();
    }
}
