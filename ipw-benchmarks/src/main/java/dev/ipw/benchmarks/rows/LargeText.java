package dev.ipw.benchmarks.rows;

import java.nio.file.Path;

/**
 * A text of a row that is too large for memory.
 *
 * @param file the file with the text in JSON: in quotes, in UTF-8, with the escapes of its row
 */
public record LargeText(Path file) {}
