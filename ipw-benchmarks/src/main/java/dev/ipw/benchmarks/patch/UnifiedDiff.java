package dev.ipw.benchmarks.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A unified diff: the files that it changes, with their hunks.
 *
 * @param files the files in their order
 */
record UnifiedDiff(List<FileChange> files) {
    private static final Pattern HUNK = Pattern
            .compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@.*");
    private static final String NO_FILE = "/dev/null";

    /** Copies the list. */
    UnifiedDiff {
        files = List.copyOf(files);
    }

    /**
     * The changes of a diff to one file.
     *
     * @param path  the path after the change; before it for a file that is deleted
     * @param lines the lines of its hunks, each with its sign
     */
    record FileChange(String path, List<String> lines) {}

    /** A text that is not a unified diff. */
    static final class NoDiffException extends Exception {
        private static final long serialVersionUID = 1L;

        NoDiffException(String reason) {
            super(reason);
        }
    }

    /**
     * Reads a diff; lines before the first file, such as those of git, are skipped.
     *
     * @throws NoDiffException if a hunk does not have the number of lines in its head, or if there is none
     */
    static UnifiedDiff of(String text) throws NoDiffException {
        List<String> lines = text.lines().toList();
        List<FileChange> files = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            if (!isHead(lines, at)) {
                at++;
                continue;
            }
            String path = path(lines.get(at), lines.get(at + 1));
            List<String> changed = new ArrayList<>();
            at += 2;
            while (at < lines.size() && lines.get(at).startsWith("@@")) {
                at = hunk(lines, at, path, changed);
            }
            if (changed.isEmpty()) {
                throw new NoDiffException("the file " + path + " has no hunk");
            }
            files.add(new FileChange(path, List.copyOf(changed)));
        }
        if (files.isEmpty()) {
            throw new NoDiffException("there is no file head of the form --- and +++");
        }
        return new UnifiedDiff(files);
    }

    private static boolean isHead(List<String> lines, int at) {
        return lines.get(at).startsWith("--- ") && at + 1 < lines.size() && lines.get(at + 1).startsWith("+++ ");
    }

    private static String path(String before, String after) {
        String path = named(after);
        return path.equals(NO_FILE) ? named(before) : path;
    }

    private static String named(String head) {
        String path = head.substring("+++ ".length()).replaceFirst("\\t.*", "").strip();
        return path.startsWith("a/") || path.startsWith("b/") ? path.substring(2) : path;
    }

    private static int hunk(List<String> lines, int start, String path, List<String> changed) throws NoDiffException {
        Matcher head = HUNK.matcher(lines.get(start));
        if (!head.matches()) {
            throw new NoDiffException("a hunk of " + path + " has no line numbers");
        }
        int before = count(head.group(2));
        int after = count(head.group(4));
        int at = start + 1;
        while (at < lines.size() && (before > 0 || after > 0)) {
            String line = lines.get(at);
            char sign = line.isEmpty() ? ' ' : line.charAt(0);
            if (sign != ' ' && sign != '-' && sign != '+' && sign != '\\') {
                break;
            }
            before -= sign == ' ' || sign == '-' ? 1 : 0;
            after -= sign == ' ' || sign == '+' ? 1 : 0;
            changed.add(line.isEmpty() ? " " : line);
            at++;
        }
        if (before != 0 || after != 0) {
            throw new NoDiffException("a hunk of " + path + " does not hold the lines that its head counts");
        }
        while (at < lines.size() && lines.get(at).startsWith("\\")) {
            at++;
        }
        return at;
    }

    /** Reads the number of lines in a head. A head without a count means one line. */
    private static int count(@Nullable String written) {
        return written == null ? 1 : Integer.parseInt(written);
    }

    /** Returns whether another diff changes the same lines of the same files; places and surroundings may differ. */
    boolean changesAlike(UnifiedDiff other) {
        return changes().equals(other.changes());
    }

    private List<String> changes() {
        return files.stream().flatMap(file -> file.lines().stream().filter(line -> !line.startsWith(" ")
                && !line.startsWith("\\")).map(line -> file.path() + " " + line.stripTrailing())).sorted().toList();
    }
}
