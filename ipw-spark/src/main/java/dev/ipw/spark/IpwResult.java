package dev.ipw.spark;

/**
 * The end of an {@code ipw} command.
 *
 * @param exitCode its exit code
 * @param out      the end of its result
 * @param err      the end of its notes and errors
 */
record IpwResult(int exitCode, String out, String err) {}
