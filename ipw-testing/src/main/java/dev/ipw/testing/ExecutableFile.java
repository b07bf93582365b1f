package dev.ipw.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A program that a test writes and then starts. A shell writes it: a file that this process has open for writing may still be
 * open in a process that another thread starts at that moment, and then the system refuses to run it ("text file busy").
 */
public final class ExecutableFile {
    private ExecutableFile() {}

    /**
     * Writes a program, replacing an existing one.
     *
     * @param file the path of the program
     * @param text the script, with its first line
     * @return the file
     * @throws IOException if it cannot be written
     */
    public static Path write(Path file, String text) throws IOException {
        Process shell = new ProcessBuilder("/bin/sh", "-c", "rm -f \"$0\" && cat >\"$0\" && chmod 755 \"$0\"",
                file.toString()).redirectErrorStream(true).start();
        try (OutputStream in = shell.getOutputStream()) {
            in.write(text.getBytes(StandardCharsets.UTF_8));
        }
        String complaint = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (shell.waitFor() != 0) {
                throw new IOException("Cannot write " + file + ": " + complaint);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while writing " + file, ended);
        }
        return file;
    }
}
