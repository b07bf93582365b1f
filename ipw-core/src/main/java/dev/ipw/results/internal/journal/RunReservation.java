package dev.ipw.results.internal.journal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a run that has not begun, locked against other processes until its journal is opened, or the
 * reservation closed. An existing run that it replaces is only set aside until the new one
 * {@linkplain #keep() is kept}, and is restored if the new one {@linkplain #release() is released}.
 */
public final class RunReservation implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(RunReservation.class);
    private static final int MAX_SUFFIXES = 100_000;
    private static final String ASIDE = ".replaced-";

    private final RunDirectory directory;
    private final boolean kept;
    private Optional<Path> replaced = Optional.empty();
    private List<Path> leftBehind = List.of();
    private @Nullable JournalLock lock;
    private Supplier<Optional<String>> fence = Optional::empty;

    private RunReservation(RunDirectory directory, boolean kept) throws IOException {
        this.directory = directory;
        this.kept = kept;
        lock = JournalLock.take(directory.journal());
    }

    /**
     * Reserves a directory for a new run. An existing run is never overwritten unless that is requested: without a name
     * of its own the run gets the first free suffix {@code -2}, {@code -3} and so on.
     *
     * @param parent      the folder of all runs; created if missing
     * @param defaultName the name without a suffix
     * @param runName     a name of the user's own
     * @param overwrite   true to replace an existing run with the user's name
     * @return the reservation
     * @throws ConfigurationException if the named run exists and may not be overwritten, or the name cannot be a folder
     * @throws InputException         if the directory cannot be made
     */
    public static RunReservation reserve(Path parent, String defaultName, Optional<String> runName,
            boolean overwrite) {
        runName.ifPresent(RunDirectory::requireName);
        try {
            Files.createDirectories(parent);
            return runName.isPresent()
                    ? named(parent.resolve(runName.get()), overwrite)
                    : suffixed(parent, defaultName);
        } catch (IOException failure) {
            throw cannotMake(parent.toAbsolutePath(), failure);
        }
    }

    /**
     * Reserves the directory of a run that was killed before it began. The directory stays in its place and is emptied: with
     * two moves, a kill between them would leave no run to resume.
     *
     * @param path the run's directory
     * @return a reservation that always keeps the directory
     * @throws ConfigurationException if it contains anything but the first files of a run
     * @throws InputException         if the run is active in another process, or the directory cannot be created
     */
    public static RunReservation reserveAgain(Path path) {
        requireNeverBegun(path);
        try {
            RunReservation reservation = new RunReservation(new RunDirectory(path), true);
            try {
                // Before the lock was taken another process may have begun it.
                requireNeverBegun(path);
                RunContents.clear(path);
                return reservation;
            } catch (IOException | RuntimeException refused) {
                reservation.close();
                throw refused;
            }
        } catch (IOException failure) {
            throw cannotMake(path.toAbsolutePath().getParent(), failure);
        }
    }

    private static InputException cannotMake(@Nullable Path parent, IOException failure) {
        return new InputException("Cannot make a run directory in " + parent + ": " + AtomicFile.reasonOf(failure)
                + ". Choose an output directory that can be written", failure);
    }

    private static RunReservation suffixed(Path parent, String name) throws IOException {
        for (int suffix = 1; suffix <= MAX_SUFFIXES; suffix++) {
            Path candidate = parent.resolve(suffix == 1 ? name : name + "-" + suffix);
            Optional<RunReservation> made = makeIfFree(candidate);
            if (made.isPresent()) {
                return made.get();
            }
        }
        throw new ConfigurationException("All names from " + name + " to " + name + "-" + MAX_SUFFIXES
                + " are taken in " + parent + "; give another " + Setting.RUN_NAME + " or another " + Setting.OUTPUT);
    }

    private static Optional<RunReservation> makeIfFree(Path candidate) throws IOException {
        try {
            return Optional.of(make(candidate));
        } catch (FileAlreadyExistsException taken) {
            return Optional.empty();
        }
    }

    private static RunReservation named(Path path, boolean overwrite) throws IOException {
        if (!overwrite) {
            requireFree(path);
        }
        return Files.exists(path) ? overwrite(path) : make(path);
    }

    /**
     * Checks that a name is free for a new run.
     *
     * @param path where the run is to be
     * @throws ConfigurationException if anything is there
     */
    public static void requireFree(Path path) {
        if (Files.exists(path)) {
            throw new ConfigurationException("The run " + path + " exists already. Give another " + Setting.RUN_NAME
                    + ", or replace it with " + Setting.OVERWRITE);
        }
    }

    /** Creates a directory that does not exist and locks it. */
    static RunReservation make(Path path) throws IOException {
        return new RunReservation(new RunDirectory(Files.createDirectory(path)), false);
    }

    /**
     * Replaces an inactive run or series, or a run that never began, by a new directory.
     *
     * @throws ConfigurationException if it contains a file that no run made
     * @throws InputException         if it is active in another process
     */
    static RunReservation replace(Path path) throws IOException {
        requireReplaceable(path, RunContents.of(path));
        Path aside = path.resolveSibling("." + path.getFileName() + ASIDE + UUID.randomUUID());
        List<JournalLock> locks = new ArrayList<>();
        try {
            for (Path run : RunContents.of(path).lockable()) {
                locks.add(JournalLock.take(new RunDirectory(run).journal()));
            }
            // While the locks were taken the folder may have been replaced.
            requireReplaceable(path, RunContents.of(path));
            moveLocked(path, aside, locks);
        } finally {
            close(locks);
        }
        try {
            RunReservation reservation = make(path);
            reservation.replaced = Optional.of(aside);
            return reservation;
        } catch (IOException | RuntimeException notMade) {
            moveBack(aside, path);
            throw notMade;
        }
    }

    /** Replaces as {@link #replace}, and deletes directories of the same name that killed processes had set aside. */
    static RunReservation overwrite(Path path) throws IOException {
        RunReservation reservation = replace(path);
        List<Path> left = new ArrayList<>(leftAside(path));
        reservation.replaced.ifPresent(left::remove);
        reservation.leftBehind = List.copyOf(left);
        return reservation;
    }

    private static void requireReplaceable(Path path, RunContents contents) {
        if (contents.isReplaceable()) {
            return;
        }
        String foreign = contents.foreign();
        if (contents.hasRun()) {
            throw new ConfigurationException(
                    path + " holds files that no run wrote, so it is not overwritten: " + foreign
                            + ". Move that elsewhere, or give another " + Setting.RUN_NAME);
        }
        throw new ConfigurationException(
                path + " exists and holds no run" + (foreign.isEmpty() ? "" : " but " + foreign)
                        + ", so it is not overwritten. Give another " + Setting.RUN_NAME);
    }

    private static void moveLocked(Path from, Path to, List<JournalLock> locks) throws IOException {
        try {
            Files.move(from, to);
        } catch (IOException stays) {
            // Windows cannot move a folder with an open file in it, so an active run stays where it is.
            close(locks);
            Files.move(from, to);
        }
    }

    private static void close(List<JournalLock> locks) throws IOException {
        for (JournalLock one : locks) {
            one.close();
        }
        locks.clear();
    }

    /**
     * Reserves the directory of a run that is resumed, which is never deleted.
     *
     * @param run the run that was found
     * @return a reservation that deletes nothing
     * @throws InputException if the run is active in another process, or has continued since it was found
     */
    public static RunReservation ofKept(ResumableRun run) {
        try {
            RunReservation reservation = new RunReservation(run.directory(), true);
            try {
                run.requireUnchanged();
                return reservation;
            } catch (RuntimeException changed) {
                reservation.close();
                throw changed;
            }
        } catch (IOException failure) {
            throw new InputException("Cannot go on with the run in " + run.directory().path().toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(failure) + ". Check the permissions of its folder", failure);
        }
    }

    /**
     * Returns the new run's directory.
     *
     * @return a directory with nothing but the lock in it
     */
    public RunDirectory directory() {
        return directory;
    }

    /**
     * Sets what ends this process's right to write the run.
     *
     * @param reason returns why it may write no more, if it may not
     */
    public void fenceBy(Supplier<Optional<String>> reason) {
        fence = reason;
    }

    /**
     * Takes a run away from a process that may still write it: the run gets a copy of its journal, and the process writes
     * to the old one. Its right to write must have ended before.
     *
     * @param directory  the run's directory
     * @param isLockKept whether its lock is kept; otherwise it is replaced, because the process may still hold it
     * @throws InputException if the files cannot be replaced
     */
    public static void takeAway(RunDirectory directory, boolean isLockKept) {
        Path journal = directory.journal();
        try {
            if (Files.isRegularFile(journal)) {
                AtomicFile.replace(synced(Files.copy(journal, temporaryOf(journal))), journal);
            }
            if (!isLockKept) {
                Path held = JournalLock.fileOf(journal);
                AtomicFile.replace(Files.createFile(temporaryOf(held)), held);
            }
        } catch (IOException failure) {
            throw new InputException("Cannot take over the run in " + directory.path().toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(failure) + ". Check the permissions of its folder", failure);
        }
    }

    private static Path synced(Path copy) throws IOException {
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        return copy;
    }

    private static Path temporaryOf(Path file) {
        return file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    }

    /**
     * Opens the run's journal, which takes over the lock. Must be called once.
     *
     * @return the journal
     * @throws InputException if it cannot be opened
     */
    public Journal openJournal() {
        JournalLock held = lock;
        if (held == null) {
            throw new IllegalStateException("The reservation of " + directory.path() + " was given up");
        }
        lock = null;
        return Journal.append(directory.journal(), held, fence);
    }

    /** Starts the run; the run that it replaces is deleted, with any that a killed process had set aside. */
    public void keep() {
        replaced.ifPresent(RunReservation::delete);
        leftBehind.forEach(RunReservation::delete);
        replaced = Optional.empty();
        leftBehind = List.of();
    }

    /**
     * Returns whether another run is set aside for this one.
     *
     * @return false where there was none, or it is deleted or restored already
     */
    public boolean isReplacing() {
        return replaced.isPresent();
    }

    /** Lists the directories of a name that killed processes had set aside. */
    static List<Path> leftAside(Path path) throws IOException {
        Pattern name = Pattern.compile(Pattern.quote("." + path.getFileName() + ASIDE) + "[0-9a-f-]{36}");
        try (Stream<Path> entries = Files.list(path.toAbsolutePath().getParent())) {
            return entries.filter(entry -> name.matcher(entry.getFileName().toString()).matches())
                    .map(entry -> path.resolveSibling(entry.getFileName())).sorted().toList();
        }
    }

    /** Cancels the run: its directory is deleted, and the run that it would have replaced is restored. */
    public void release() {
        if (kept) {
            close();
        } else {
            discard();
        }
    }

    /** Cancels as {@link #release()} does a run that ended before anything was asked, even if its directory was kept. */
    public void discard() {
        delete(directory.path());
        close();
        replaced.ifPresent(aside -> moveBack(aside, directory.path()));
        replaced = Optional.empty();
        leftBehind = List.of();
    }

    private static void moveBack(Path aside, Path path) {
        try {
            Files.move(aside, path);
        } catch (IOException stays) {
            LOGGER.warn("Could not move {} back to {}", aside, path, stays);
        }
    }

    /** Releases the lock, unless a journal has taken it over. */
    @Override
    public void close() {
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException stays) {
            LOGGER.warn("Could not close the lock of {}", directory.path(), stays);
        }
        lock = null;
    }

    private static void delete(Path path) {
        try {
            RunContents.delete(path);
        } catch (IOException stays) {
            LOGGER.warn("Could not delete {}", path, stays);
        }
    }

    /**
     * Checks that a folder contains only the first files of a run.
     *
     * @throws ConfigurationException if there is something else
     */
    static void requireNeverBegun(Path path) {
        try {
            RunContents contents = RunContents.of(path);
            if (!contents.isNeverBegun()) {
                throw new ConfigurationException(path.toAbsolutePath() + " holds no run"
                        + (contents.foreign().isEmpty() ? "" : " but " + contents.foreign())
                        + ", so there is nothing to resume. Check " + Setting.RUN_NAME + " and " + Setting.OUTPUT);
            }
        } catch (IOException failure) {
            throw new InputException("Cannot list " + path.toAbsolutePath() + ": " + AtomicFile.reasonOf(failure)
                    + ". Check its permissions", failure);
        }
    }
}
