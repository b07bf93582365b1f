package dev.ipw.benchmarks.hub;

import java.util.Optional;

/**
 * A file of a repository.
 *
 * @param path      its path in the repository, with {@code /}
 * @param sizeBytes its size
 * @param sha256    the hash of its content, where the hub keeps it as a large file
 */
public record HubFile(String path, long sizeBytes, Optional<String> sha256) {}
