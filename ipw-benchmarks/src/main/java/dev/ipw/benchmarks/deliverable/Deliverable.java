package dev.ipw.benchmarks.deliverable;

import java.util.Optional;

/**
 * A file that an agent left: new, or changed against what its task came with.
 *
 * @param name      its path in the agent's folder, on one line
 * @param bytes     its length
 * @param sha256    its hash, 64 hexadecimal digits; empty if it is too large to be worked out
 * @param mediaType what is in it, such as {@code text/csv}
 * @param isChanged whether a file of this name came with the task
 * @param text      its text within the bounds, and what was left out; for what is not read, that
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
