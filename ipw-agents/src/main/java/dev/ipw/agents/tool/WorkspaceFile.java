package dev.ipw.agents.tool;

import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A file in a task's folder. Paths are checked against the folder by their real places, part by part, so that neither
 * {@code ..}, nor links, nor a folder with the same prefix lead out of it.
 */
final class WorkspaceFile {
    private static final int MOST_CHARACTERS = 1_000;

    private WorkspaceFile() {}

    /**
     * Returns the place of a file that may be missing.
     *
     * @param workspace the task's folder
     * @param name      the path from the model, relative, or absolute within the folder
     * @return the place, which is not a link
     * @throws ToolException if it lies outside, or is a link
     */
    static Path of(Workspace workspace, String name) throws ToolException {
        Path folder = workspace.folder();
        Path place = folder.resolve(parsed(name)).normalize();
        if (!place.startsWith(folder)) {
            throw outside(name);
        }
        Path part = folder;
        for (Path step : folder.relativize(place)) {
            part = part.resolve(step);
            if (Files.isSymbolicLink(part)) {
                throw new ToolException("'" + name + "' leads through a link, which is not followed");
            }
        }
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            requireInside(folder, place, name);
        }
        return place;
    }

    /**
     * Reads a whole file.
     *
     * @param workspace the task's folder
     * @param place     its place, from {@link #of}
     * @param name      the path from the model
     * @param most      the maximum number of bytes
     * @return its bytes
     * @throws ToolException if there is no such file, or it is larger
     */
    static byte[] read(Workspace workspace, Path place, String name, int most) throws ToolException {
        if (!Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new ToolException("There is no file '" + name + "' in the working folder");
        }
        try (InputStream in = Channels.newInputStream(
                Files.newByteChannel(place, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))) {
            requireInside(workspace.folder(), place, name);
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new ToolException("'" + name + "' is larger than " + (most >> 20)
                        + " MiB: read a part of it with a program");
            }
            return bytes;
        } catch (IOException failed) {
            throw new ToolException("'" + name + "' cannot be read: " + failed.getMessage(), failed);
        }
    }

    /**
     * Checks the real place of an existing file against the folder; links above it may have been replaced meanwhile.
     */
    static void requireInside(Path folder, Path place, String name) throws ToolException {
        try {
            if (!place.toRealPath().startsWith(folder.toRealPath())) {
                throw outside(name);
            }
        } catch (IOException gone) {
            throw new ToolException("'" + name + "' cannot be read: " + gone.getMessage(), gone);
        }
    }

    private static Path parsed(String name) throws ToolException {
        if (name.isBlank() || name.length() > MOST_CHARACTERS || name.startsWith("~")) {
            throw new ToolException("A path is relative to the working folder and at most " + MOST_CHARACTERS
                    + " characters long, not '" + name.substring(0, Math.min(name.length(), MOST_CHARACTERS)) + "'");
        }
        try {
            return Path.of(name.strip());
        } catch (InvalidPathException broken) {
            throw new ToolException("'" + name + "' is no path", broken);
        }
    }

    private static ToolException outside(String name) {
        return new ToolException("'" + name + "' lies outside the working folder, which may not be left");
    }
}
