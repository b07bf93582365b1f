package dev.ipw.agents.servers;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.io.VisibleText;
import dev.ipw.internal.secret.Redaction;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The reader of the end of a server's output, without secrets and bounded. */
final class LogTail {
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_LINE_CHARACTERS = 2000;

    private LogTail() {}

    /** Returns the last lines; empty if there is no such file. */
    static List<String> lines(Path log, int most) {
        List<String> lines = VisibleText.lines(Redaction.text(end(log))).lines().filter(line -> !line.isBlank())
                .map(line -> line.length() > MAX_LINE_CHARACTERS
                        ? line.substring(0, MAX_LINE_CHARACTERS) + "…"
                        : line)
                .toList();
        return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }

    private static String end(Path log) {
        if (!Files.exists(log)) {
            return "";
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long start = Math.max(0, file.length() - MAX_BYTES);
            byte[] bytes = new byte[(int) Math.min(MAX_BYTES, file.length() - start)];
            file.seek(start);
            file.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            // Progress bars go back to the start of their line.
            String whole = text.replace("\r\n", "\n").replace('\r', '\n');
            return start == 0 ? whole : whole.substring(whole.indexOf('\n') + 1);
        } catch (IOException failed) {
            throw new InputException("Cannot read the log " + log + ": " + AtomicFile.reasonOf(failed)
                    + ". Check its permissions", failed);
        }
    }
}
