package dev.ipw.benchmarks.harbor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The folder in which a task's commands start, as its settings name it. */
final class WorkingFolder {
    private static final String KEY = "workdir";
    /** The longest path that Linux takes. */
    private static final int MOST_CHARACTERS = 4_096;
    private static final Pattern ABSOLUTE = Pattern.compile("(?:/(?!\\.{1,2}(?:/|$))[^/\\p{Cntrl}]+)+/?");
    /** A folder of this machine is put there, so that nothing may lie there that programs of the system read. */
    private static final List<String> OPEN = List.of("/app", "/code", "/data", "/home", "/mnt", "/project", "/repo",
            "/root", "/src", "/srv", "/testbed", "/work", "/workspace");
    /** An image has its own system, and nothing is put over it; the kernel's folders and those of the tests are no place to work in. */
    private static final List<String> CLOSED = List.of("/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/logs",
            "/proc",
            "/sbin", "/solution", "/sys", "/tests");

    private WorkingFolder() {}

    /**
     * Reads it.
     *
     * @param environment the table of the settings
     * @param hasImage    whether the task brings an image
     * @return the folder; empty if none is named
     * @throws dev.ipw.error.InputException if tasks may not work there
     */
    static Optional<String> of(TaskFile environment, boolean hasImage) {
        return environment.text(KEY).map(path -> {
            if (hasImage && path.equals("/")) {
                return path;
            }
            String folder = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
            if (path.length() > MOST_CHARACTERS || !ABSOLUTE.matcher(path).matches()
                    || (hasImage ? isWithin(CLOSED, folder) : !isWithin(OPEN, folder))) {
                throw environment.wrong(KEY, hasImage
                        ? "an absolute path, and none of " + String.join(", ", CLOSED) + " or below"
                        : "one of " + String.join(", ", OPEN)
                                + ", or a folder below one, since the task brings no image: elsewhere lie files of the"
                                + " system and of the tests");
            }
            return folder;
        });
    }

    private static boolean isWithin(List<String> folders, String path) {
        return folders.stream().anyMatch(folder -> path.equals(folder) || path.startsWith(folder + "/"));
    }
}
