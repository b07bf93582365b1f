package dev.ipw.benchmarks.hub;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The paths of one repository in the hub's cache, in the layout of the hub's own tools: contents under {@code blobs},
 * and for each commit links to them under {@code snapshots}.
 *
 * @param cache  the folder of all repositories
 * @param folder the repository's folder in it
 */
record HubCache(Path cache, Path folder) {
    private static final int MAX_REFERENCE_BYTES = 256;

    static HubCache of(Path cache, String repository) {
        return new HubCache(cache, cache.resolve("datasets--" + repository.replace("/", "--")));
    }

    /** Returns the commit that a branch or tag named when it was last requested. */
    Optional<String> reference(String revision) {
        Path file = reference(folder, revision);
        return Files.isRegularFile(file)
                ? Optional.of(new String(BoundedFile.read(file, MAX_REFERENCE_BYTES), StandardCharsets.UTF_8).strip())
                        .filter(ContentHash::isSha1)
                : Optional.empty();
    }

    /** Keeps the commit that a branch or tag names. */
    void keepReference(String revision, String commit) {
        Path file = reference(folder, revision);
        if (!reference(revision).equals(Optional.of(commit))) {
            make(parent(file));
            AtomicFile.write(file, commit.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Path reference(Path folder, String revision) {
        return inside(folder.resolve("refs"), revision);
    }

    Path snapshot(String commit) {
        return folder.resolve("snapshots").resolve(commit);
    }

    Path file(String commit, String path) {
        return inside(snapshot(commit), path);
    }

    /** Returns the file with the list of a commit's files; the hub's own tools keep no such list. */
    Path listing(String commit) {
        return folder.resolve(".listings").resolve(commit + ".json");
    }

    Path blob(String name) {
        return folder.resolve("blobs").resolve(name);
    }

    Path partial(String name) {
        return folder.resolve("blobs").resolve(name + ".incomplete");
    }

    Path lock(String name) {
        return cache.resolve(".locks").resolve(folder.getFileName().toString()).resolve(name + ".lock");
    }

    private static Path inside(Path parent, String path) {
        Path resolved = parent.resolve(path).normalize();
        if (!resolved.startsWith(parent.normalize()) || resolved.equals(parent.normalize())) {
            throw new InputException("'" + path + "' is no name of a file or revision in a repository of the hub");
        }
        return resolved;
    }

    /** Links a blob as a file of a commit, by a relative link; where there are no links, the blob moves there. */
    void link(String commit, String path, String blobName) throws IOException {
        Path file = file(commit, path);
        Path blob = blob(blobName);
        Files.createDirectories(parent(file));
        Files.deleteIfExists(file);
        try {
            Files.createSymbolicLink(file, parent(file).relativize(blob));
        } catch (FileAlreadyExistsException another) {
            return;
        } catch (IOException | UnsupportedOperationException withoutLinks) {
            AtomicFile.replace(blob, file);
        }
    }

    /** Lists the files of a commit that are in the cache. */
    List<HubFile> files(String commit) {
        Path snapshot = snapshot(commit);
        List<HubFile> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(snapshot)) {
            for (Path file : (Iterable<Path>) found.filter(Files::isRegularFile).sorted()::iterator) {
                String path = snapshot.relativize(file).toString().replace('\\', '/');
                files.add(new HubFile(path, Files.size(file), Optional.empty()));
            }
            return files;
        } catch (IOException failed) {
            throw new InputException("Cannot read " + snapshot + ": " + AtomicFile.reasonOf(failed), failed);
        }
    }

    boolean holds(String commit) {
        return Files.isDirectory(snapshot(commit), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the parent folder of a file that has one. */
    static Path parent(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
    }

    static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failed) {
            throw new InputException("Cannot make the folder " + folder + ": " + AtomicFile.reasonOf(failed)
                    + ". Name another one in HF_HOME", failed);
        }
    }
}
