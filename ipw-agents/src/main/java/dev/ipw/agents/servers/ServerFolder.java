package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder of servers' records: for each port a record, the server's output, its exit status and a lock. */
public final class ServerFolder {
    private static final long MAX_BYTES = 1 << 20;
    private static final Pattern RECORD = Pattern.compile("(\\d{1,5})\\.json");

    private static final Path THIS_PROCESS = Path.of("/proc/self");
    private static final String USER = "unix:uid";

    private final Path folder;

    /**
     * Uses a folder.
     *
     * @param folder the place of the records; created with the first one
     */
    public ServerFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /**
     * Returns the folder of this user's records.
     *
     * @param environment contains XDG_STATE_HOME, or HOME
     * @return {@code ipw/servers} in the user's state folder
     * @throws ConfigurationException if neither is set
     */
    public static ServerFolder ofUser(Map<String, String> environment) {
        Optional<Path> state = Optional.ofNullable(environment.get("XDG_STATE_HOME")).filter(text -> !text.isBlank())
                .map(Path::of);
        Optional<Path> home = Optional.ofNullable(environment.get("HOME"))
                .or(() -> Optional.ofNullable(environment.get("USERPROFILE"))).filter(text -> !text.isBlank())
                .map(Path::of);
        return new ServerFolder(state.or(() -> home.map(known -> known.resolve(".local").resolve("state")))
                .map(known -> known.resolve("ipw").resolve("servers"))
                .orElseThrow(() -> new ConfigurationException("Neither XDG_STATE_HOME nor HOME says where records of"
                        + " servers are kept. Set one of them, or name a folder")));
    }

    /** Returns the file of a server's output. */
    Path log(int port) {
        return folder.resolve(port + ".log");
    }

    /** Returns the file of a server's exit status. */
    Path exit(int port) {
        return folder.resolve(port + ".exit");
    }

    private Path record(int port) {
        return folder.resolve(port + ".json");
    }

    /** Lists the ports that have a record. */
    List<Integer> ports() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        requireOwn();
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> RECORD.matcher(String.valueOf(file.getFileName())))
                    .filter(Matcher::matches).map(found -> Integer.valueOf(found.group(1))).sorted()
                    .toList();
        } catch (IOException failed) {
            throw new InputException("Cannot list the servers in " + folder + ": " + AtomicFile.reasonOf(failed)
                    + ". Check the permissions of the folder", failed);
        }
    }

    /**
     * Reads a record.
     *
     * @throws InputException if it is damaged
     */
    Optional<ServerRecord> read(int port) {
        Path file = record(port);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String json = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        ServerRecord found = TreeReader.ofJson(file.toString(), json).as(ServerRecord::of);
        if (found.port() != port) {
            throw new InputException(file + " is the record of port " + found.port()
                    + ". Somebody has moved it; remove it if no server of it runs");
        }
        return Optional.of(found);
    }

    void write(ServerRecord one) {
        AtomicFile.write(record(one.port()), one.tree().prettyJson().getBytes(StandardCharsets.UTF_8));
    }

    void remove(int port) {
        try {
            Files.deleteIfExists(record(port));
            Files.deleteIfExists(exit(port));
        } catch (IOException failed) {
            throw new InputException("Cannot remove the record of port " + port + ": " + AtomicFile.reasonOf(failed)
                    + ". Check the permissions of " + folder, failed);
        }
    }

    /** Makes room for the output of a new server; that of the previous one is kept beside it. */
    void renewLog(int port) {
        Path log = log(port);
        try {
            if (Files.exists(log)) {
                Files.move(log, folder.resolve(port + ".log.1"), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.deleteIfExists(exit(port));
            if (isPosix()) {
                Files.createFile(log,
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            } else {
                Files.createFile(log);
            }
        } catch (IOException failed) {
            throw new InputException("Cannot write " + log + ": " + AtomicFile.reasonOf(failed)
                    + ". Check the permissions of its folder", failed);
        }
    }

    /** Reads the exit status of a server; empty if unknown. */
    Optional<Integer> exitStatus(int port) {
        try {
            return Files.exists(exit(port))
                    ? Optional.of(Integer.valueOf(Files.readString(exit(port)).strip()))
                    : Optional.empty();
        } catch (IOException | NumberFormatException damaged) {
            return Optional.empty();
        }
    }

    /** The work on a port. */
    interface PortWork<T, X extends Exception> {
        T work() throws X;
    }

    /**
     * Works on a port with exclusive access. The lock's file is never removed, because two processes could then hold
     * it.
     *
     * @throws ConfigurationException if another process, or another thread of this one, works on it now
     */
    <T, X extends Exception> T locked(int port, PortWork<T, X> work) throws X {
        create();
        requireOwn();
        Path file = folder.resolve(port + ".lock");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (tryLock(channel).isEmpty()) {
                throw new ConfigurationException("Another command starts or stops a server on port " + port
                        + " now. Wait for it, or take another port");
            }
            return work.work();
        } catch (IOException failed) {
            throw new InputException("Cannot lock " + file + ": " + AtomicFile.reasonOf(failed)
                    + ". Check the permissions of its folder", failed);
        }
    }

    private static Optional<FileLock> tryLock(FileChannel channel) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock());
        } catch (OverlappingFileLockException thisProcess) {
            return Optional.empty();
        }
    }

    private void create() {
        try {
            if (isPosix()) {
                Files.createDirectories(folder,
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectories(folder);
            }
        } catch (IOException failed) {
            throw new InputException("Cannot make the folder " + folder + ": " + AtomicFile.reasonOf(failed)
                    + ". Check the permissions above it, or name another", failed);
        }
    }

    /** Records name processes that are ended and engines that are run, so nobody else may have written them. */
    private void requireOwn() {
        if (!isPosix()) {
            return;
        }
        try {
            boolean isForeign = Files.exists(THIS_PROCESS)
                    && !Files.getAttribute(folder, USER).equals(Files.getAttribute(THIS_PROCESS, USER));
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
            if (isForeign || permissions.contains(PosixFilePermission.OTHERS_WRITE)
                    || permissions.contains(PosixFilePermission.GROUP_WRITE)) {
                throw new ConfigurationException("The folder " + folder + " of servers' records "
                        + (isForeign ? "belongs to another user" : "can be written by other users")
                        + ". Use one that is yours alone, with the permissions 700");
            }
        } catch (IOException failed) {
            throw new InputException("Cannot look at the folder " + folder + ": " + AtomicFile.reasonOf(failed)
                    + ". Check the permissions above it, or name another", failed);
        }
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
