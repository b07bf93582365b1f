package dev.ipw.benchmarks.deliverable;

import dev.ipw.benchmarks.deliverable.FoundFile.Kind;
import dev.ipw.internal.file.OpenFolder;
import dev.ipw.internal.io.Excerpt;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * The files of a folder from its top down, so that deep or numerous files do not hide those at the top. Links are not
 * followed.
 *
 * @param files the files, those at the top first, hidden ones last
 * @param notes sentences on skipped files
 */
record FolderListing(List<FoundFile> files, List<String> notes) {
    private static final int MAX_ENTRIES = 20_000;
    private static final int MAX_DEPTH = 16;
    private static final int SHOWN_NAME = 200;

    static FolderListing of(Path folder) throws InterruptedException {
        Walk walk = new Walk(folder);
        walk.run();
        walk.files.sort(Comparator.comparing(FoundFile::isHidden).thenComparingInt(FoundFile::depth)
                .thenComparing(FoundFile::name));
        return new FolderListing(walk.files, walk.notes());
    }

    /** A walk through the folders, level by level. */
    private static final class Walk {
        private final Path top;
        private final List<FoundFile> files = new ArrayList<>();
        private final Queue<Level> open = new ArrayDeque<>();
        private int entries;
        private int unreadable;
        private int tooDeep;

        Walk(Path top) {
            this.top = top;
            open.add(new Level(Path.of(""), 0));
        }

        void run() throws InterruptedException {
            for (Level level = open.poll(); level != null && entries <= MAX_ENTRIES; level = open.poll()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("the listing of a folder was cancelled");
                }
                Level found = level;
                try (OpenFolder folder = OpenFolder.of(top, found.folder())) {
                    folder.forEach(name -> {
                        entries++;
                        if (entries <= MAX_ENTRIES) {
                            take(folder, name, found);
                        }
                        return entries <= MAX_ENTRIES;
                    });
                } catch (IOException | SecurityException closed) {
                    unreadable++;
                }
            }
        }

        private void take(OpenFolder folder, Path name, Level level) throws IOException {
            Optional<BasicFileAttributes> known = folder.attributes(name);
            if (known.isEmpty()) {
                unreadable++;
                return;
            }
            BasicFileAttributes attributes = known.get();
            Path relative = level.folder().resolve(name);
            if (attributes.isDirectory()) {
                if (level.depth() < MAX_DEPTH) {
                    open.add(new Level(relative, level.depth() + 1));
                } else {
                    tooDeep++;
                }
                return;
            }
            Kind kind = attributes.isRegularFile() ? Kind.FILE : attributes.isSymbolicLink() ? Kind.LINK : Kind.OTHER;
            String shown = relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
            files.add(new FoundFile(Excerpt.of(shown, SHOWN_NAME), relative, kind, level.depth(), attributes.size()));
        }

        List<String> notes() {
            List<String> notes = new ArrayList<>();
            if (entries > MAX_ENTRIES) {
                notes.add("There are more than " + MAX_ENTRIES + " entries; the others are left out.");
            }
            if (tooDeep > 0) {
                notes.add(tooDeep + " folders lie deeper than " + MAX_DEPTH + " levels and are left out.");
            }
            if (unreadable > 0) {
                notes.add(unreadable + " files or folders cannot be read and are left out.");
            }
            return notes;
        }

        private record Level(Path folder, int depth) {}
    }
}
