package dev.ipw.results.internal.journal;

import dev.ipw.error.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The lines of a journal that do not fit their checksum. Memory holds the first of them. */
public final class JournalDamage {
    private static final int MAX_NAMED = 10;

    private final Path file;
    private final List<Long> named = new ArrayList<>();
    private long count;

    JournalDamage(Path file) {
        this.file = file;
    }

    public void add(long line) {
        count++;
        if (named.size() < MAX_NAMED) {
            named.add(line);
        }
    }

    /** Lists the lines; empty if none is damaged. */
    public Optional<String> lines() {
        if (count == 0) {
            return Optional.empty();
        }
        String more = count > named.size() ? " and " + (count - named.size()) + " more" : "";
        return Optional.of(file.toAbsolutePath() + ", " + (count == 1 ? "line " : "lines ")
                + named.stream().map(String::valueOf).collect(Collectors.joining(", ")) + more + " "
                + (count == 1
                        ? "is damaged: it does not fit its checksum"
                        : "are damaged: they do not fit their checksums"));
    }

    /** Returns a sentence about the parts of a run that are missing because of the damage. */
    public Optional<String> sentence() {
        return lines().map(lines -> lines + ". What was kept there is left out, as if it had not been finished. "
                + Setting.RESUME_RUN + " to ask such requests again");
    }
}
