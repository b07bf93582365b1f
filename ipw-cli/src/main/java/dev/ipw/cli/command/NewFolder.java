package dev.ipw.cli.command;

import dev.ipw.benchmarks.export.FolderExport;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A folder that does not exist yet; it gets its name when it is complete.
 *
 * @param path its path
 */
public record NewFolder(Path path) {
    /**
     * Writes the folder.
     *
     * @return the number of queries in it
     * @throws InputException if the name exists, or the folder cannot be written; then nothing remains
     */
    public long write(FolderExport content) {
        Path target = path.toAbsolutePath().normalize();
        Path parent = target.getParent();
        if (parent == null || !Files.isDirectory(parent) || Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new InputException("Cannot write " + path + ": "
                    + (parent == null || Files.isDirectory(parent)
                            ? "it exists already"
                            : "there is no folder " + parent)
                    + ". Give --output a folder that does not exist yet, in one that does");
        }
        Path unfinished = parent.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            Files.createDirectory(unfinished);
            long written = content.write(unfinished);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            AtomicFile.syncDirectory(parent);
            return written;
        } catch (IOException failed) {
            remove(unfinished);
            throw new InputException("Cannot write " + path + ": "
                    + AtomicFile.reasonOf(failed).replace(unfinished.toString(), path.toString())
                    + ". Free some space or check the permissions of its folder, then try again", failed);
        } catch (RuntimeException | Error failed) {
            remove(unfinished);
            throw failed;
        }
    }

    private static void remove(Path folder) {
        try {
            FileTree.delete(folder);
        } catch (IOException leftBehind) {
            // The original failure is reported; a hidden folder remains.
            return;
        }
    }
}
