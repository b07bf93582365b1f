package dev.ipw.profile.internal;

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
 * The number of files that this process may have open, including connections.
 *
 * @param most the maximum
 * @param open the current number
 */
public record OpenFiles(long most, long open) {
    /** The files of a run beside its requests: journal, samples, progress, and those needed at its end. */
    private static final int BESIDE_REQUESTS = SpareFiles.COUNT + 8;
    private static final Pattern LIMIT = Pattern.compile("Max open files\\s+(\\d+)\\s.*");

    /**
     * Reads the numbers of this process.
     *
     * @param environment where the kernel's trees lie
     * @return the numbers; empty where the system does not report them
     */
    public static Optional<OpenFiles> of(TelemetryEnvironment environment) {
        Path self = environment.procfs().resolve("self");
        try (Stream<String> limits = Files.lines(self.resolve("limits"));
                Stream<Path> open = Files.list(
                        self.resolve("fd"))) {
            Optional<Long> most = limits.map(LIMIT::matcher).filter(Matcher::matches)
                    .map(limit -> Long.parseLong(limit.group(1))).findFirst();
            return most.isEmpty() ? Optional.empty() : Optional.of(new OpenFiles(most.get(), open.count()));
        } catch (IOException | UncheckedIOException | NumberFormatException unknown) {
            return Optional.empty();
        }
    }

    /**
     * Throws if a load needs more.
     *
     * @param atOnce   the number of requests, or of an agent's queries, that are in flight at once
     * @param ofEach   the number of files that each of them needs
     * @param ofEachIs their description
     * @throws ConfigurationException if there are too few, with the required number
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
