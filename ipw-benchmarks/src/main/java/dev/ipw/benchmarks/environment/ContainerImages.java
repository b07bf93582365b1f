package dev.ipw.benchmarks.environment;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** A builder of images from folders with a Dockerfile, each once: an image is named by the contents of its folder. */
public final class ContainerImages {
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final int NAME_DIGITS = 16;

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
            Sha256 sha = new Sha256();
            for (Path file : files.sorted().toList()) {
                sha.add(folder.relativize(file).toString()).add((byte) 0);
                if (Files.isSymbolicLink(file)) {
                    sha.add(Files.readSymbolicLink(file).toString());
                } else {
                    sha.add((byte) (Files.isExecutable(file) ? 1 : 0));
                }
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    sha.add(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS));
                }
            }
            return sha.hex();
        } catch (IOException failed) {
            throw new InputException("Cannot read the folder " + folder + ": " + AtomicFile.reasonOf(failed), failed);
        } catch (UncheckedIOException failed) {
            throw new InputException("Cannot read the folder " + folder + ": " + failed.getMessage(), failed);
        }
    }
}
