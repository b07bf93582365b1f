package dev.ipw.engine.profile;

import dev.ipw.error.ConfigurationException;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The number of files that this process may have open, connections among them.
 *
 * @param most the most
 * @param open how many are open now
 */
public record OpenFiles(long most, long open) {
    /** What a run holds besides its requests: journal, samples, progress, and what its end needs. */
    private static final int BESIDE_REQUESTS = SpareFiles.COUNT + 8;
    private static final Pattern LIMIT = Pattern.compile("Max open files\\s+(\\d+)\\s.*");

    /**
     * Looks at this process.
     *
     * @param environment where the kernel's trees lie
     * @return the numbers; empty where the system tells none
     */
    public static Optional<OpenFiles> of(TelemetryEnvironment environment) {
        Path self = environment.procfs().resolve("self");
        try (Stream<String> limits = Files.lines(self.resolve("limits"));
                Stream<Path> open = Files.list(
                        self.resolve("fd"))) {
            Optional<Long> most = limits.map(LIMIT::matcher).filter(Matcher::matches)
                    .map(limit -> Long.parseLong(limit.group(1))).findFirst();
            return most.isEmpty() ? Optional.empty() : Optional.of(new OpenFiles(most.get(), open.count()));
        } catch (IOException | UncheckedIOException | NumberFormatException untold) {
            return Optional.empty();
        }
    }

    /**
     * Refuses a load that needs more.
     *
     * @param atOnce   how many requests, or queries of an agent, are in flight at once
     * @param ofEach   how many files each of them takes
     * @param ofEachIs what they are, in words
     * @throws ConfigurationException if there are too few, with the number that is needed
     */
    public void require(long atOnce, int ofEach, String ofEachIs) {
        long needed = needed(atOnce, ofEach);
        if (needed <= most) {
            return;
        }
        long possible = (most - open - BESIDE_REQUESTS) / ofEach;
        throw new ConfigurationException(atOnce + " in flight at once need " + needed + " open files: " + ofEach
                + " each (" + ofEachIs + "), " + open + " are open already and a run takes " + BESIDE_REQUESTS
                + ". This process may have " + most + ": raise the limit before it starts, by 'ulimit -n " + needed
                + "'"
                + (possible < 1 ? "" : ", or keep at most " + possible + " in flight"));
    }

    private long needed(long atOnce, int ofEach) {
        return open + atOnce * ofEach + BESIDE_REQUESTS;
    }
}
