package dev.ipw.benchmarks.harbor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The folder in which a task's commands start, from its settings. */
final class WorkingFolder {
    private static final String KEY = "workdir";
    /** The maximum length of a path on Linux. */
    private static final int MAX_CHARACTERS = 4_096;
    private static final Pattern ABSOLUTE = Pattern.compile("(?:/(?!\\.{1,2}(?:/|$))[^/\\p{Cntrl}]+)+/?");
    /**
     * The folders in which tasks without an image may work. A folder of this machine is put there, so there must be no
     * files there that programs of the system read.
     */
    private static final List<String> OPEN = List.of("/app", "/code", "/data", "/home", "/mnt", "/project", "/repo",
            "/root", "/src", "/srv", "/testbed", "/work", "/workspace");
    /**
     * The folders in which tasks with an image may not work. An image has its own system, and nothing is put over it;
     * the folders of the kernel and of the tests are not for work.
     */
    private static final List<String> CLOSED = List.of("/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/logs",
            "/proc",
            "/sbin", "/solution", "/sys", "/tests");

    private WorkingFolder() {}

    /**
     * Reads the folder.
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
            if (path.length() > MAX_CHARACTERS || !ABSOLUTE.matcher(path).matches()
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
