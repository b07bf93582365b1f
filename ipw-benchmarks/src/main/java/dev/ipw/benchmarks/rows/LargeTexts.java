package dev.ipw.benchmarks.rows;

import java.nio.file.Path;
import java.util.Set;

/**
 * The texts of JSON lines that go to files, so that no line is held in memory with them.
 *
 * @param columns   the columns, at the top of a row, that may have such texts
 * @param folder    the folder of the files, each under the hash of its bytes; created when the first is needed
 * @param mostBytes the maximum size of texts that stay in their rows
 */
public record LargeTexts(Set<String> columns, Path folder, int mostBytes) {
    /** Copies the columns. */
    public LargeTexts {
        columns = Set.copyOf(columns);
    }
}
