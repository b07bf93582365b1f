package dev.ipw.benchmarks.environment;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** A builder of images from folders with a Dockerfile, each once: an image is named by the contents of its folder. */
public final class ContainerImages {
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final int NAME_DIGITS = 16;
    private static final int BUFFER_BYTES = 1 << 16;

    private final EngineCommand engine;
    private final Map<String, ReentrantLock> building = new ConcurrentHashMap<>();

    /**
     * Makes a builder that uses an engine.
     *
     * @param engine the engine
     */
    public ContainerImages(EngineCommand engine) {
        this.engine = engine;
    }

    /**
     * Builds the image of a folder, if it does not exist yet.
     *
     * @param folder  the folder with the Dockerfile
     * @param longest the maximum time
     * @return the image's name
     * @throws InterruptedException if the calling thread is interrupted
     * @throws InputException       if it cannot be built
     */
    public String built(Path folder, Duration longest) throws InterruptedException {
        CopiedFiles.requireFolder(folder);
        String name = "localhost/ipw-task-" + digest(folder).substring(0, NAME_DIGITS);
        ReentrantLock lock = building.computeIfAbsent(name, any -> new ReentrantLock());
        lock.lockInterruptibly();
        try {
            if (!engine.run(List.of("image", "inspect", name), "", LOOK, Map.of()).isFine()) {
                engine.require("build the image of " + folder, List.of("build", "--tag", name, folder.toString()),
                        longest);
            }
            return name;
        } finally {
            lock.unlock();
        }
    }

    private static String digest(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (Path file : files.sorted().toList()) {
                sha.update(folder.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                sha.update((byte) 0);
                if (Files.isSymbolicLink(file)) {
                    sha.update(Files.readSymbolicLink(file).toString().getBytes(StandardCharsets.UTF_8));
                } else {
                    sha.update((byte) (Files.isExecutable(file) ? 1 : 0));
                }
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    add(file, sha);
                }
            }
            return HexFormat.of().formatHex(sha.digest());
        } catch (IOException failed) {
            throw new InputException("Cannot read the folder " + folder + ": " + AtomicFile.reasonOf(failed), failed);
        } catch (UncheckedIOException failed) {
            throw new InputException("Cannot read the folder " + folder + ": " + failed.getMessage(), failed);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }

    private static void add(Path file, MessageDigest sha) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                sha.update(buffer, 0, count);
            }
        }
    }
}
