package dev.ipw.agents.tool;

import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.internal.file.OpenFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/**
 * A file or folder within a task's folder, whose programs may work at the same time. Each part of its path is looked up in the open
 * folder before, so that neither {@code ..}, nor a link, nor one that takes a folder's place meanwhile leads out.
 *
 * @param workspace the task's folder
 * @param relative  where it is in there, without {@code ..}; empty for the folder itself
 * @param name      the path that the model wrote
 */
record WorkspaceFile(Workspace workspace, Path relative, String name) {
    private static final int MAX_CHARACTERS = 1_000;

    /** What is done with a file. */
    @FunctionalInterface
    interface Use<T> {
        T in(OpenFolder folder, Path name) throws IOException, ToolException;
    }

    /**
     * Returns the place of a file that may be missing.
     *
     * @param workspace the task's folder
     * @param name      the path that the model wrote, relative, or absolute within the folder
     * @throws ToolException if it lies outside
     */
    static WorkspaceFile of(Workspace workspace, String name) throws ToolException {
        Path folder = workspace.folder();
        Path place = folder.resolve(parsed(name)).normalize();
        if (!place.startsWith(folder)) {
            throw new ToolException("'" + name + "' lies outside the working folder, which may not be left");
        }
        return new WorkspaceFile(workspace, folder.relativize(place), name);
    }

    boolean isWholeFolder() {
        return relative.toString().isEmpty();
    }

    /**
     * Read the file whole.
     *
     * @param most how many bytes it may have
     * @throws ToolException if there is no such file, or it is larger
     */
    byte[] read(int most) throws ToolException {
        return use("read", false, (folder, last) -> {
            if (isWholeFolder() || !folder.attributes(last).map(BasicFileAttributes::isRegularFile).orElse(false)) {
                throw new ToolException("There is no file '" + name + "' in the working folder");
            }
            try (InputStream in = Channels.newInputStream(folder.read(last))) {
                byte[] bytes = in.readNBytes(most + 1);
                if (bytes.length > most) {
                    throw new ToolException("'" + name + "' is larger than " + (most >> 20)
                            + " MiB: read a part of it with a program");
                }
                return bytes;
            }
        });
    }

    /**
     * Open the folder in which the file lies, and do something there.
     *
     * @param done    what is done, in the past, for errors
     * @param isMade  whether missing folders are made
     * @param use     does it
     */
    <T> T use(String done, boolean isMade, Use<T> use) throws ToolException {
        OpenFolder folder = opened();
        try {
            for (int depth = 0; depth < relative.getNameCount() - 1; depth++) {
                OpenFolder inner = inner(folder, relative.getName(depth), isMade);
                folder.close();
                folder = inner;
            }
            Path last = Objects.requireNonNull(relative.getFileName(), "a relative path has a last name");
            requireNoLink(isWholeFolder() ? Optional.empty() : folder.attributes(last));
            return use.in(folder, last);
        } catch (IOException failed) {
            throw cannot(done, failed);
        } finally {
            close(folder);
        }
    }

    private OpenFolder opened() throws ToolException {
        try {
            return OpenFolder.of(workspace.folder());
        } catch (IOException gone) {
            throw cannot("read", gone);
        }
    }

    private static void close(OpenFolder folder) {
        try {
            folder.close();
        } catch (IOException ignored) {
            // It was only looked into.
        }
    }

    private OpenFolder inner(OpenFolder folder, Path step, boolean isMade) throws IOException, ToolException {
        Optional<BasicFileAttributes> known = folder.attributes(step);
        requireNoLink(known);
        if (known.isEmpty() && isMade) {
            folder.makeFolder(step);
        } else if (!known.map(BasicFileAttributes::isDirectory).orElse(false)) {
            throw new ToolException("There is no file '" + name + "' in the working folder");
        }
        return folder.folder(step);
    }

    private void requireNoLink(Optional<BasicFileAttributes> known) throws ToolException {
        if (known.map(BasicFileAttributes::isSymbolicLink).orElse(false)) {
            throw new ToolException("'" + name + "' leads through a link, which is not followed");
        }
    }

    private ToolException cannot(String done, IOException failed) {
        String reason = failed instanceof FileSystemException known && known.getReason() != null
                ? known.getReason()
                : failed.getMessage();
        return new ToolException("'" + name + "' cannot be " + done + ": " + reason, failed);
    }

    private static Path parsed(String name) throws ToolException {
        if (name.isBlank() || name.length() > MAX_CHARACTERS || name.startsWith("~")) {
            throw new ToolException("A path is relative to the working folder and at most " + MAX_CHARACTERS
                    + " characters long, not '" + name.substring(0, Math.min(name.length(), MAX_CHARACTERS)) + "'");
        }
        try {
            return Path.of(name.strip());
        } catch (InvalidPathException broken) {
            throw new ToolException("'" + name + "' is no path", broken);
        }
    }
}
