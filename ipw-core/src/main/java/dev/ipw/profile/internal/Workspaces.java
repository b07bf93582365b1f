package dev.ipw.profile.internal;

import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.folder.QueryFolder;
import dev.ipw.internal.task.AttachedFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The folders in which agents work. */
final class Workspaces {
    /** The folder in which the agent works, inside that of the query's files, so that it cannot change the others. */
    static final String NAME = "workspace";
    private static final int MAX_ATTEMPTS = 10_000;

    private Workspaces() {}

    /** Creates a folder named after a query; one that is asked again after a run was cut off gets a new one. */
    static Path make(Path artifacts, String queryId) {
        String name = QueryFolder.name(queryId);
        try {
            Files.createDirectories(artifacts);
            for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
                Path folder = artifacts.resolve(attempt == 1 ? name : name + "." + attempt);
                if (isMade(folder)) {
                    return Files.createDirectory(folder.resolve(NAME)).toRealPath();
                }
            }
            throw new InputException("There are too many folders " + name + " in " + artifacts + ": remove them");
        } catch (IOException failed) {
            throw new InputException(
                    "Cannot make the folder " + artifacts.resolve(name) + ", in which the agent works: "
                            + AtomicFile.reasonOf(failed) + ". Free space there, or give another " + Setting.OUTPUT,
                    failed);
        }
    }

    /** Copies files into a folder, each under its name, and lists them beside it with their hashes. */
    static void fill(Path folder, Map<String, Path> files) {
        List<AttachedFile> copies = new ArrayList<>();
        files.forEach((name, file) -> {
            Path copy = folder.resolve(name);
            if (!folder.equals(copy.getParent()) || !copy.normalize().equals(copy)) {
                throw new InputException("A task comes with a file of the name '" + name
                        + "', which is no name within its folder");
            }
            try {
                copies.add(AttachedFile.copied(file, copy));
            } catch (IOException failed) {
                throw new InputException("Cannot copy " + file + " into the folder " + folder + " of its task: "
                        + AtomicFile.reasonOf(failed), failed);
            }
        });
        AttachedFile.write(Objects.requireNonNull(folder.getParent(), "a workspace lies in the folder of its query"),
                copies);
    }

    /** No other user of the machine reaches what a program leaves there, such as one that works with the rights of its owner. */
    private static boolean isMade(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
            if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }
}
