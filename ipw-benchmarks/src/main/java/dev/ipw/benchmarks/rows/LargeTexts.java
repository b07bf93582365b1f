package dev.ipw.benchmarks.rows;

import java.nio.file.Path;
import java.util.Set;

/**
 * Say which texts of JSON lines go to files, so that no line is held in memory with them.
 *
 * @param columns   the columns, at the top of a row, that may hold such texts
 * @param folder    where the files lie, each under the hash of its bytes; made when the first is needed
 * @param mostBytes texts of up to so many bytes stay in their rows
 */
public record LargeTexts(Set<String> columns, Path folder, int mostBytes) {
    /** Copies the columns. */
    public LargeTexts {
        columns = Set.copyOf(columns);
    }
}
