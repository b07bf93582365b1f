package dev.ipw.benchmarks.hub;

/**
 * A file of a listing with the name of its blob.
 *
 * @param file     the file
 * @param blobName the name of its content in the cache: SHA-256 of a large file, git's hash of another
 */
record HubEntry(HubFile file, String blobName) {
    ContentHash hash() {
        return new ContentHash(blobName, file.sha256().isEmpty());
    }
}
