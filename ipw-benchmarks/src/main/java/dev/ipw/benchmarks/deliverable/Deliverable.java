package dev.ipw.benchmarks.deliverable;

import java.util.Optional;

/**
 * A file that an agent wrote or changed in the folder of its task.
 *
 * @param name      its path in the agent's folder, on one line
 * @param bytes     its length
 * @param sha256    its hash, 64 hexadecimal digits; empty if the file is too large to be hashed
 * @param mediaType its media type, such as {@code text/csv}
 * @param isChanged whether a file of this name came with the task
 * @param text      its text within the bounds, and notes on skipped parts; for an unread file, only the note
 */
public record Deliverable(String name, long bytes, Optional<String> sha256, String mediaType, boolean isChanged,
        String text) {
    /**
     * Describes the file for a judge.
     *
     * @return a few lines with its facts, then its text
     */
    public String evidence() {
        return "name: " + name + "\nbytes: " + bytes + "\nsha256: " + sha256.orElse("not worked out, too large")
                + "\ntype: " + mediaType + (isChanged ? "\nchanged: came with the task and was changed" : "")
                + "\ntext:\n" + text;
    }
}
