package dev.ipw.benchmarks.hub;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The download of files of a repository into its cache.
 *
 * @param api      the interface that has their addresses
 * @param client   the client that requests them
 * @param pause    the wait between tries
 * @param offline  whether nothing may be fetched
 * @param progress receives the progress of a file
 */
record SnapshotDownload(HubApi api, WebClient client, Pause pause, boolean offline, Consumer<String> progress) {
    /** Fetches a file, unless another thread or process fetched it in the meantime. */
    void fetch(HubCache cache, String repository, String commit, HubEntry entry) {
        Path file = cache.file(commit, entry.file().path());
        if (offline) {
            throw new InputException(repository + " at " + commit + ": " + entry.file().path() + " is not in "
                    + cache.cache() + ", and this run is offline. Run once with the network");
        }
        api.explained(() -> {
            DownloadLock.with(cache.lock(entry.blobName()), pause, () -> {
                Path blob = cache.blob(entry.blobName());
                if (isWhole(file, entry)) {
                    return;
                }
                if (!isWhole(blob, entry)) {
                    Path partial = cache.partial(entry.blobName());
                    Files.createDirectories(blob.getParent());
                    download(repository, commit, entry).into(partial, client);
                    AtomicFile.replace(partial, blob);
                }
                cache.link(commit, entry.file().path(), entry.blobName());
            });
            return file;
        }, commit);
    }

    private Download download(String repository, String commit, HubEntry entry) {
        return new Download(repository + "/" + entry.file().path(), api.address(commit, entry.file().path()),
                OptionalLong.of(entry.file().sizeBytes()), Optional.of(entry.hash()), progress);
    }

    /** Returns whether a file exists with its size; its hash was checked when it was fetched. */
    static boolean isWhole(Path file, HubEntry entry) {
        return Files.isRegularFile(file) && file.toFile().length() == entry.file().sizeBytes();
    }
}
