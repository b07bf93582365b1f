package dev.ipw.analysis.latency;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The reader of the service levels of a run's last analysis, so that goodput is reported until other levels are given.
 */
final class PreviousServiceLevels {
    private static final long MAX_BYTES = 16L << 20;
    private static final Pattern LIMIT = Pattern.compile("(\\w+) [<>]= (\\S+).*");

    private PreviousServiceLevels() {}

    /** Returns the levels of the kept latency analysis; empty without one, it has no levels, or it cannot be read. */
    static Optional<ServiceLevels> of(RunReader run) {
        Path file = run.directory().analysis().resolve(LatencyAnalysis.ID + ".json");
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            String json = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
            return TreeReader.ofJson(file.toString(), json).child("summary")
                    .optionalText(LatencyAnalysis.SERVICE_LEVELS)
                    .map(PreviousServiceLevels::parse);
        } catch (InputException | ConfigurationException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    private static ServiceLevels parse(String written) {
        return new ServiceLevels(Arrays.stream(written.split(", ")).map(PreviousServiceLevels::limit).toList());
    }

    private static ServiceLevels.Limit limit(String written) {
        Matcher parts = LIMIT.matcher(written);
        if (!parts.matches()) {
            throw new IllegalArgumentException("No limit: " + written);
        }
        return new ServiceLevels.Limit(Dimension.named(parts.group(1)), Double.parseDouble(parts.group(2)));
    }
}
