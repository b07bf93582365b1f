package dev.ipw.results.internal.finishing;

import dev.ipw.internal.file.FolderWalk;
import dev.ipw.internal.file.OpenFolder;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.tree.TreeBuilder;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** List the files of a task with their lengths and hashes. Links are named and never followed. */
final class ArtifactList implements FolderWalk.Visitor {
    private static final int MAX_FILES = 1000;
    private static final int MAX_DEPTH = 32;
    private static final long MAX_HASHED_BYTES = 256L << 20;

    private final List<Map<String, @Nullable Object>> files = new ArrayList<>();
    private long leftOut;

    static TreeBuilder of(Path run, Path folder, String queryId) throws IOException {
        ArtifactList list = new ArtifactList();
        FolderWalk.below(folder, MAX_DEPTH, list);
        list.files.sort(Comparator.comparing(file -> String.valueOf(file.get("name"))));
        return TreeBuilder.object().put("query_dir", slashed(run.relativize(folder))).put("query_id", queryId)
                .put("files", list.files).put("files_left_out", list.leftOut);
    }

    private static String slashed(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    @Override
    public void file(OpenFolder folder, Path name, Path relative, BasicFileAttributes attributes) {
        if (files.size() >= MAX_FILES) {
            leftOut++;
            return;
        }
        boolean isHashed = attributes.isRegularFile() && attributes.size() <= MAX_HASHED_BYTES;
        files.add(TreeBuilder.object().put("name", slashed(relative))
                .put("kind", attributes.isRegularFile()
                        ? "file"
                        : attributes.isSymbolicLink() ? "link" : attributes.isDirectory() ? "folder" : "other")
                .put("bytes", attributes.isRegularFile() ? (Object) attributes.size() : null)
                .put("sha256", isHashed ? sha256(folder, name) : null).build());
    }

    /** Lists a file that the agent made unreadable; it has no hash. */
    @Override
    public void failed(Path relative, IOException unreadable) {
        leftOut++;
    }

    private static @Nullable String sha256(OpenFolder folder, Path name) {
        try {
            return new Sha256().add(Channels.newInputStream(folder.read(name))).hex();
        } catch (IOException unreadable) {
            return null;
        }
    }
}
