package dev.ipw.benchmarks.deliverable;

import java.nio.file.Path;

/**
 * An entry of a folder.
 *
 * @param name  its path from the folder, on one line
 * @param path  its way from the folder
 * @param kind  what it is, links not followed
 * @param depth how many folders it lies in
 * @param bytes its length
 */
record FoundFile(String name, Path path, Kind kind, int depth, long bytes) {
    /** The kind of an entry that is not a folder. */
    enum Kind {
        /** A file that can be read. */
        FILE,
        /** A symbolic link. */
        LINK,
        /** A pipe, socket or device. */
        OTHER
    }

    /** Returns whether the name starts with a point. Such files are seldom the requested ones. */
    boolean isHidden() {
        return name.startsWith(".") || name.contains("/.");
    }
}
