package dev.ipw.internal.file;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** A way through all that is below a folder in which another program may work at the same time ({@link OpenFolder}). */
public final class FolderWalk {
    private final int mostDepth;
    private final Visitor visitor;

    private FolderWalk(int mostDepth, Visitor visitor) {
        this.mostDepth = mostDepth;
        this.visitor = visitor;
    }

    /** Takes what is found. */
    public interface Visitor {
        /**
         * Takes what is no folder, or a folder that lies too deep to be opened.
         *
         * @param folder     the open folder that it is in
         * @param name       its name there
         * @param relative   the way to it
         * @param attributes what it is
         * @throws IOException if it cannot be taken
         */
        void file(OpenFolder folder, Path name, Path relative, BasicFileAttributes attributes) throws IOException;

        /**
         * Takes a folder when all in it was taken; nothing by default.
         *
         * @param folder the open folder that it is in
         * @param name   its name there
         * @throws IOException if it cannot be taken
         */
        default void leave(OpenFolder folder, Path name) throws IOException {}

        /**
         * Makes a folder that cannot be opened one that can be; by default it cannot.
         *
         * @param folder the open folder that it is in
         * @param name   its name there
         * @return whether it is tried again
         * @throws IOException if it cannot be done
         */
        default boolean unlock(OpenFolder folder, Path name) throws IOException {
            return false;
        }

        /**
         * Hears of what could not be taken, or looked into.
         *
         * @param relative the way to it
         * @param reason   why not
         */
        void failed(Path relative, IOException reason);
    }

    /**
     * Goes through a folder.
     *
     * @param folder    the folder, whose own name nobody else may change
     * @param mostDepth how many folders deep it is looked
     * @param visitor   takes what is found
     * @throws IOException if the folder itself cannot be opened
     */
    public static void below(Path folder, int mostDepth, Visitor visitor) throws IOException {
        try (OpenFolder open = OpenFolder.of(folder)) {
            new FolderWalk(mostDepth, visitor).enter(open, Path.of(""), 1);
        }
    }

    private void enter(OpenFolder folder, Path way, int depth) throws IOException {
        folder.forEach(name -> {
            Path relative = way.resolve(name);
            try {
                take(folder, name, relative, depth);
            } catch (IOException failed) {
                visitor.failed(relative, failed);
            }
            return true;
        });
    }

    private void take(OpenFolder folder, Path name, Path relative, int depth) throws IOException {
        Optional<BasicFileAttributes> known = folder.attributes(name);
        if (known.isEmpty()) {
            return;
        }
        BasicFileAttributes attributes = known.get();
        if (!attributes.isDirectory() || depth == mostDepth) {
            visitor.file(folder, name, relative, attributes);
            return;
        }
        try (OpenFolder inner = opened(folder, name)) {
            enter(inner, relative, depth + 1);
        } catch (IOException closed) {
            visitor.failed(relative, closed);
        }
        visitor.leave(folder, name);
    }

    private OpenFolder opened(OpenFolder folder, Path name) throws IOException {
        try {
            return folder.folder(name);
        } catch (IOException closed) {
            if (visitor.unlock(folder, name)) {
                return folder.folder(name);
            }
            throw closed;
        }
    }
}
