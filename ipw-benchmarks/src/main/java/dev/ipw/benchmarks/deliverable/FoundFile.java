package dev.ipw.benchmarks.deliverable;

import java.nio.file.Path;

/**
 * Hold what lies in a folder.
 *
 * @param name  its path from the folder, on one line
 * @param path  its way from the folder
 * @param kind  what it is, links not followed
 * @param depth how many folders it lies in
 * @param bytes its length
 */
record FoundFile(String name, Path path, Kind kind, int depth, long bytes) {
    /** What can lie in a folder beside folders. */
    enum Kind {
        /** A file that can be read. */
        FILE,
        /** A symbolic link. */
        LINK,
        /** A pipe, socket or device. */
        OTHER
    }

    /** What is named with a point in front is seldom what was asked for. */
    boolean isHidden() {
        return name.startsWith(".") || name.contains("/.");
    }
}
