package dev.ipw.agents.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A variable that a program is started with and hands on to all that it starts: what has left its session and lost its parents is found by
 * it, where the system shows the variables of processes.
 *
 * @param variable its name
 * @param value    a text that no other program is started with
 */
public record ProcessMark(String variable, String value) {
    private static final Path PROC = Path.of("/proc");
    private static final int MAX_BYTES = 1 << 22;

    /** Returns whether a process carries it; false where the system does not show the variables of processes. */
    boolean isBorneBy(long pid) {
        try (InputStream variables = Files.newInputStream(PROC.resolve(String.valueOf(pid)).resolve("environ"))) {
            String all = new String(variables.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1);
            return Arrays.asList(all.split("\0")).contains(variable + "=" + value);
        } catch (IOException hidden) {
            return false;
        }
    }
}
