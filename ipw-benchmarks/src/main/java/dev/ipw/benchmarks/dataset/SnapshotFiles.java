package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.hub.HubFile;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A reader of files of a repository of the hub.
 *
 * @param snapshot the repository at one commit
 */
record SnapshotFiles(HubSnapshot snapshot) implements RepositoryFiles {
    @Override
    public List<String> matching(String pattern) {
        return snapshot.matching(pattern).stream().map(HubFile::path).sorted().toList();
    }

    @Override
    public Path fetch(String path) {
        return snapshot.fetch(path);
    }

    @Override
    public Stream<Row> rows(String path) {
        return DataFile.rows(snapshot.fetch(path), snapshot.repository() + "/" + path);
    }

    @Override
    public Optional<Path> cacheFolder(DatasetContext context, String name) {
        return Optional.of(context.cachePath().resolve(name));
    }
}
