package dev.ipw.cli.bench;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The folder of a bench: a run folder for each cell, and the file that lists them.
 *
 * @param path where it is
 */
record BenchFolder(Path path) {
    private static final long MAX_BYTES = 16L << 20;
    private static final String LOCK = "bench.lock";

    /** Returns the file that lists the cells. */
    Path file() {
        return path.resolve(SeriesFolder.BENCH);
    }

    /** Returns the folder of a cell's run. */
    Path run(BenchCell cell) {
        return path.resolve(cell.name());
    }

    /** Returns whether the results of a cell's run are written. */
    boolean hasResults(BenchCell cell) {
        return Files.exists(new RunDirectory(run(cell)).summary());
    }

    /** Returns whether a bench was started here. */
    boolean isBegun() {
        return Files.isRegularFile(file());
    }

    /**
     * Reads the list of cells.
     *
     * @throws ConfigurationException if there is no list
     * @throws InputException         if it is damaged
     */
    BenchManifest read() {
        if (!isBegun()) {
            throw new ConfigurationException(path.toAbsolutePath() + " holds no bench: there is no "
                    + SeriesFolder.BENCH + ". Give the folder that 'ipw bench' named");
        }
        String json = new String(BoundedFile.read(file(), MAX_BYTES), StandardCharsets.UTF_8);
        BenchManifest manifest = BenchManifest.read(TreeReader.ofJson(file().toString(), json));
        // No name in the file may lead outside the folder.
        manifest.entries().forEach(entry -> RunDirectory.requireName(entry.cell().name()));
        return manifest;
    }

    /** Writes the list of cells, replacing an earlier one. */
    void write(BenchManifest manifest) {
        AtomicFile.write(file(), manifest.tree().prettyJson().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Checks that a new bench can be created here.
     *
     * @throws ConfigurationException if anything is
     */
    void requireFree() {
        if (Files.exists(path)) {
            throw new ConfigurationException("The folder " + path + " exists already. "
                    + (isBegun() ? "Go on with it by --resume, or choose" : "Choose") + " another --run-name");
        }
    }

    /**
     * Creates the folder if it is missing, and locks it against other processes until the channel is closed.
     *
     * @throws InputException if another process has it, or it cannot be made
     */
    FileChannel lock() {
        FileChannel channel = null;
        try {
            Files.createDirectories(path);
            channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                return channel;
            }
            channel.close();
        } catch (OverlappingFileLockException ours) {
            throw stillGoing();
        } catch (IOException failed) {
            throw new InputException("Cannot make the folder " + path.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(failed) + ". Choose an --output-dir that can be written", failed);
        }
        throw stillGoing();
    }

    private InputException stillGoing() {
        return new InputException("The bench " + path.toAbsolutePath()
                + " is still going in another process. Wait for its end, or end it, then try again");
    }
}
