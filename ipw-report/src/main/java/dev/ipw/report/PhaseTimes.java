package dev.ipw.report;

import dev.ipw.energy.TimeSpan;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunSegment;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Find when each phase of a run was, from its journal. A run that was resumed has clocks of its own in each part, and a run
 * may have lost its journal: then only the measured stretches of the summary are known.
 *
 * @param name the phase, as in files
 * @param span when it was, in nanoseconds since the run's anchor
 */
record PhaseTimes(String name, TimeSpan span) {
    private static final String BEGIN = "{\"type\":\"phase\",";
    private static final int MOST_CHARACTERS = 400;
    private static final int MOST_PHASES = 100;

    static List<PhaseTimes> of(RunReader run) {
        List<RunSegment> segments = run.summary().segments();
        if (segments.size() == 1 && Files.isRegularFile(run.directory().journal())) {
            List<PhaseTimes> read = read(run.directory().journal());
            if (!read.isEmpty()) {
                return read;
            }
        }
        return segments.stream().map(RunSegment::measured).flatMap(Optional::stream)
                .map(span -> new PhaseTimes("measuring", span)).toList();
    }

    /** Look at the begin of each line only: lines with answers may be long. */
    private static List<PhaseTimes> read(Path journal) {
        List<PhaseTimes> phases = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        try (InputStream bytes = new BufferedInputStream(Files.newInputStream(journal), 1 << 16)) {
            for (int read = bytes.read(); read >= 0 && phases.size() < MOST_PHASES; read = bytes.read()) {
                if (read == '\n') {
                    parse(line.toString()).ifPresent(phases::add);
                    line.setLength(0);
                } else if (line.length() < MOST_CHARACTERS
                        && (line.length() >= BEGIN.length() || isStillBegin(line, (char) read))) {
                    line.append((char) read);
                } else if (line.length() < BEGIN.length()) {
                    line.append('\0');
                }
            }
        } catch (IOException unreadable) {
            return List.of();
        }
        return phases;
    }

    private static boolean isStillBegin(StringBuilder line, char next) {
        return BEGIN.charAt(line.length()) == next;
    }

    private static Optional<PhaseTimes> parse(String line) {
        if (!line.startsWith(BEGIN)) {
            return Optional.empty();
        }
        try {
            TreeReader phase = TreeReader.ofJson("a phase of the journal",
                    new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
            return Optional.of(new PhaseTimes(phase.text("phase"),
                    new TimeSpan(phase.whole("start_nanos"), phase.whole("end_nanos"))));
        } catch (InputException torn) {
            return Optional.empty();
        }
    }
}
