package dev.ipw.testing;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The lines that this process prints on its standard output until it is closed. */
public final class StandardOutput implements AutoCloseable {
    private final PrintStream before = System.out;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private StandardOutput() {
        System.setOut(new PrintStream(new Lines(), true, StandardCharsets.UTF_8));
    }

    /** Starts to keep the lines, in place of printing them. */
    public static StandardOutput capture() {
        return new StandardOutput();
    }

    /** Waits until lines with a text are printed, and returns them. */
    public List<String> await(String text, int count) throws InterruptedException {
        List<String> found = new ArrayList<>();
        while (found.size() < count) {
            String line = lines.take();
            if (line.contains(text)) {
                found.add(line);
            }
        }
        return found;
    }

    @Override
    public void close() {
        System.setOut(before);
    }

    private final class Lines extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public void write(int octet) {
            if (octet == '\n') {
                lines.add(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else {
                line.write(octet);
            }
        }
    }
}
