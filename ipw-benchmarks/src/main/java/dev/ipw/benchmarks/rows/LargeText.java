package dev.ipw.benchmarks.rows;

import java.nio.file.Path;

/**
 * A text of a row that is too large for memory.
 *
 * @param file holds it as a text of JSON: in quotes, in UTF-8, with the escapes of its row
 */
public record LargeText(Path file) {}
