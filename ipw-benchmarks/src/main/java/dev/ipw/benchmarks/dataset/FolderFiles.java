package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.hub.WebFile;
import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A reader of files of a folder of this machine, such as a checkout of a repository.
 *
 * @param folder the folder
 */
record FolderFiles(Path folder) implements RepositoryFiles {
    private static final int REVISION_DIGITS = 12;

    /** Opens a folder. */
    static FolderFiles of(String address) {
        try {
            Path folder = Path.of(address);
            if (!Files.isDirectory(folder)) {
                throw new InputException("There is no folder " + folder.toAbsolutePath().normalize()
                        + ". Name one that holds the files of the dataset");
            }
            return new FolderFiles(folder);
        } catch (InvalidPathException noPath) {
            throw new InputException("'" + address + "' is no path on this system. Name a folder", noPath);
        }
    }

    /** Returns the beginning of a hash of files, as a revision. */
    String revision(Collection<String> paths) {
        return Sha256.of(paths.stream().map(this::fetch).map(WebFile::sha256).collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8)).substring(0, REVISION_DIGITS);
    }

    @Override
    public List<String> matching(String path) {
        return Files.isRegularFile(folder.resolve(path)) ? List.of(path) : List.of();
    }

    @Override
    public Path fetch(String path) {
        Path file = folder.resolve(path);
        if (!Files.isRegularFile(file)) {
            throw new InputException(
                    "There is no file " + path + " in the folder " + folder.toAbsolutePath().normalize()
                            + ". Name the folder that holds it");
        }
        return file;
    }

    @Override
    public Stream<Row> rows(String path) {
        return DataFile.rows(fetch(path), path);
    }

    @Override
    public Optional<Path> cacheFolder(DatasetContext context, String name) {
        return Optional.of(context.cachePath().resolve(name));
    }
}
