package dev.ipw.benchmarks.hub;

import dev.ipw.error.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The files of one repository at one commit. Safe for threads. */
public final class HubSnapshot {
    private static final int MAX_NAMED = 10;

    private final String repository;
    private final String commit;
    private final HubCache cache;
    private final boolean isWhole;
    private final Map<String, HubEntry> entries = new TreeMap<>();
    private final SnapshotDownload download;

    HubSnapshot(String repository, String commit, HubCache cache, Optional<List<HubEntry>> listing,
            SnapshotDownload download) {
        this.repository = repository;
        this.commit = commit;
        this.cache = cache;
        this.isWhole = listing.isPresent();
        this.download = download;
        listing.orElseGet(() -> cache.files(commit).stream().map(file -> new HubEntry(file, "")).toList())
                .forEach(entry -> entries.put(entry.file().path(), entry));
    }

    /**
     * Returns the repository.
     *
     * @return {@code owner/name}
     */
    public String repository() {
        return repository;
    }

    /**
     * Returns the commit.
     *
     * @return 40 hexadecimal digits
     */
    public String commit() {
        return commit;
    }

    /**
     * Returns whether all files of the commit are listed. In an offline run, only those that other tools put into the
     * cache may be.
     *
     * @return true if no file is missing in the list
     */
    public boolean isWhole() {
        return isWhole;
    }

    /**
     * Lists the files.
     *
     * @return the files by path
     */
    public List<HubFile> files() {
        return entries.values().stream().map(HubEntry::file).toList();
    }

    /**
     * Looks for a file.
     *
     * @param path its path
     * @return the file; empty if the commit has none there
     */
    public Optional<HubFile> find(String path) {
        return Optional.ofNullable(entries.get(path)).map(HubEntry::file);
    }

    /**
     * Looks for files by a pattern, as dataset cards write them: {@code *} and {@code ?} within a folder, {@code **}
     * through folders, {@code [..]} and <code>{a,b}</code>.
     *
     * @param pattern the pattern
     * @return the files by path
     */
    public List<HubFile> matching(String pattern) {
        Predicate<String> fits = PathPattern.of(pattern);
        return files().stream().filter(file -> fits.test(file.path())).toList();
    }

    /**
     * Returns a file's place on this machine, and fetches it first if necessary.
     *
     * @param path its path in the repository
     * @return its path on this machine
     * @throws InputException if the commit has no such file, or it cannot be fetched
     */
    public Path fetch(String path) {
        HubEntry entry = entries.get(path);
        if (entry == null) {
            throw new InputException(repository + " at " + commit + " has no file " + path + nearest(path));
        }
        Path file = cache.file(commit, path);
        if (!SnapshotDownload.isWhole(file, entry)) {
            download.fetch(cache, repository, commit, entry);
        }
        if (!Files.isReadable(file)) {
            throw new InputException("Cannot read " + file + "; check its permissions");
        }
        return file;
    }

    private String nearest(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        List<String> names = entries.keySet().stream()
                .sorted(Comparator.comparing((String other) -> !other.endsWith("/" + name))).limit(MAX_NAMED).toList();
        return names.isEmpty()
                ? "; it has no files"
                : "; it has " + String.join(", ", names)
                        + (entries.size() > MAX_NAMED ? ", and " + (entries.size() - MAX_NAMED) + " more" : "");
    }
}
