package dev.ipw.shard.internal;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.file.WriterLock;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.shard.ShardSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a shard's latest attempt, beside the shard's folder. It fences older attempts: each looks at the file
 * before its results count, and stops if the attempt in it is another.
 */
public final class ShardAttemptFile {
    private static final Logger LOGGER = LoggerFactory.getLogger(ShardAttemptFile.class);
    private static final long MAX_BYTES = 1L << 20;
    private static final String SUFFIX = ".attempt.json";
    private static final String LOCK_SUFFIX = ".attempt.lock";
    /** A network's file system may refuse a read for some seconds, which ends no attempt. */
    private static final int READS = 25;
    private static final long PAUSE_NANOS = 200_000_000;
    /** Opening the sensors of a fleet takes some seconds, a minute at most. */
    private static final int TURNS = 300;

    private final Path file;
    private final Path lock;
    private final Runnable pause;

    /**
     * Names the file of a shard.
     *
     * @param run  the run's folder
     * @param spec the shard
     */
    public ShardAttemptFile(Path run, ShardSpec spec) {
        this(run, spec, () -> LockSupport.parkNanos(PAUSE_NANOS));
    }

    /**
     * Names the file of a shard.
     *
     * @param pause waits before the file is read again
     */
    ShardAttemptFile(Path run, ShardSpec spec, Runnable pause) {
        file = run.resolve(spec.folderName() + SUFFIX);
        lock = run.resolve(spec.folderName() + LOCK_SUFFIX);
        this.pause = pause;
    }

    /**
     * Returns the latest attempt; empty if the shard was never begun.
     *
     * @throws InputException if the file cannot be read, or is damaged
     */
    public Optional<ShardAttempt> latest() {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        String json = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        return Optional.of(TreeReader.ofJson(file.toString(), json).as(ShardAttemptFile::fromTree));
    }

    /**
     * Waits until no other process begins an attempt at the shard, and keeps others from it: from the look whether an older
     * attempt runs until this one writes the copy of its journal.
     *
     * @return the lock, to be closed
     * @throws InputException if others begin attempts for a minute, or the file cannot be locked
     */
    public WriterLock takeTurn() {
        try {
            for (int turn = 0; turn < TURNS; turn++) {
                Optional<WriterLock> taken = WriterLock.take(lock);
                if (taken.isPresent()) {
                    return taken.get();
                }
                pause.run();
            }
        } catch (IOException failure) {
            throw new InputException("Cannot lock " + lock.toAbsolutePath() + ": " + AtomicFile.reasonOf(failure)
                    + ". Check the permissions of the folder", failure);
        }
        throw new InputException("Another process begins an attempt at the shard of " + file.toAbsolutePath()
                + ". Wait for its end, then try again");
    }

    /** Begins another attempt, in its {@linkplain #takeTurn turn}; from here on all older ones stop. */
    public ShardAttempt begin(Optional<String> host, Optional<String> bootId) {
        int number = latest().map(ShardAttempt::number).orElse(0) + 1;
        ShardAttempt attempt = new ShardAttempt(number, UUID.randomUUID().toString(), host, bootId, Instant.now());
        AtomicFile.write(file, toTree(attempt).prettyJson().getBytes(StandardCharsets.UTF_8));
        return attempt;
    }

    /**
     * Returns why an attempt may write no more: a newer one goes on with the shard. A file that is missing or cannot be
     * read is read again for some seconds.
     *
     * @param own the attempt
     * @return the reason; empty if it is the latest
     * @throws InputException if the file cannot be read, or is damaged
     */
    public Optional<String> whySuperseded(ShardAttempt own) {
        Optional<ShardAttempt> latest = read();
        return latest.filter(other -> other.id().equals(own.id())).isPresent()
                ? Optional.empty()
                : Optional.of("This attempt at the shard (" + own.number() + ") stops and writes no more: "
                        + latest.map(other -> "attempt " + words(other) + " goes on with it")
                                .orElse("its file " + file.toAbsolutePath() + " was deleted")
                        + ". Requests that it had in flight are asked again there");
    }

    private Optional<ShardAttempt> read() {
        for (int read = 1; read < READS; read++) {
            try {
                Optional<ShardAttempt> latest = latest();
                if (latest.isPresent()) {
                    return latest;
                }
            } catch (InputException again) {
                LOGGER.debug("The latest attempt at a shard cannot be read now", again);
            }
            pause.run();
        }
        return latest();
    }

    /** Formats an attempt for a person. */
    public static String words(ShardAttempt attempt) {
        return attempt.number() + attempt.host().map(host -> " on " + host).orElse("") + ", since " + attempt.begun();
    }

    /** Returns an attempt as a tree. */
    public static TreeBuilder toTree(ShardAttempt attempt) {
        return TreeBuilder.object().put("attempt", (long) attempt.number()).put("id", attempt.id())
                .put("host", attempt.host()).put("boot_id", attempt.bootId()).put("begun", attempt.begun().toString());
    }

    /** Reads an attempt from a tree. */
    public static ShardAttempt fromTree(TreeReader tree) {
        return new ShardAttempt(tree.integer("attempt"), tree.text("id"), tree.optionalText("host"),
                tree.optionalText("boot_id"), tree.text("begun", Instant::parse));
    }
}
