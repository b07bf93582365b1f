package dev.ipw.engine.finishing;

import dev.ipw.internal.tree.TreeBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The list of a task's files with their lengths and hashes. Links are named and never followed. */
final class ArtifactList extends SimpleFileVisitor<Path> {
    private static final int MOST_FILES = 1000;
    private static final int MOST_DEPTH = 32;
    private static final long MOST_HASHED_BYTES = 256L << 20;

    private final Path folder;
    private final List<Map<String, @Nullable Object>> files = new ArrayList<>();
    private long leftOut;

    private ArtifactList(Path folder) {
        this.folder = folder;
    }

    static TreeBuilder of(Path run, Path folder, String queryId) throws IOException {
        ArtifactList list = new ArtifactList(folder);
        Files.walkFileTree(folder, Set.of(), MOST_DEPTH, list);
        list.files.sort(Comparator.comparing(file -> String.valueOf(file.get("name"))));
        return TreeBuilder.object().put("query_dir", slashed(run.relativize(folder))).put("query_id", queryId)
                .put("files", list.files).put("files_left_out", list.leftOut);
    }

    private static String slashed(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (files.size() >= MOST_FILES) {
            leftOut++;
            return FileVisitResult.CONTINUE;
        }
        boolean isHashed = attributes.isRegularFile() && attributes.size() <= MOST_HASHED_BYTES;
        files.add(TreeBuilder.object().put("name", slashed(folder.relativize(file)))
                .put("kind", attributes.isRegularFile()
                        ? "file"
                        : attributes.isSymbolicLink() ? "link" : attributes.isDirectory() ? "folder" : "other")
                .put("bytes", attributes.isRegularFile() ? (Object) attributes.size() : null)
                .put("sha256", isHashed ? sha256(file) : null).build());
        return FileVisitResult.CONTINUE;
    }

    /** Lists a file that the agent made unreadable; it has no hash. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
        leftOut++;
        return FileVisitResult.CONTINUE;
    }

    private static @Nullable String sha256(Path file) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256", impossible);
        }
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException unreadable) {
            return null;
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
