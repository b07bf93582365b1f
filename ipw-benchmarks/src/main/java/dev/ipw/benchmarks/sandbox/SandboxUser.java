package dev.ipw.benchmarks.sandbox;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The user that runs a program of root's sandbox: a user that does not exist otherwise on this machine, who has to own
 * the folder that the program works in. A folder keeps its user, so programs that share it have the same user.
 *
 * @param id the user's and the group's number
 */
record SandboxUser(int id) {
    /** The first of the numbers that systemd reserves for users of services without a name. */
    static final int FIRST = 61_184;
    static final int LAST = 65_519;
    private static final int COUNT = LAST - FIRST + 1;
    private static final Path PROCESSES = Path.of("/proc");
    /** Begins anywhere, so that two processes of this program seldom come to the same numbers. */
    private static final AtomicInteger NEXT = new AtomicInteger(new SplittableRandom().nextInt(COUNT));

    /** Returns the user of the first folder that a program may change, or a new one. */
    static SandboxUser of(SandboxPlace place) {
        return place.changeable().stream().findFirst().map(SandboxUser::owner).filter(SandboxUser::isOfSandboxes)
                .orElseGet(SandboxUser::next);
    }

    /** Take the next number that no process of this machine has, of this program's other processes neither. */
    private static SandboxUser next() {
        Set<Object> running = running();
        SandboxUser user = counted();
        for (int tried = 1; tried < COUNT && running.contains(user.id()); tried++) {
            user = counted();
        }
        return user;
    }

    private static SandboxUser counted() {
        return new SandboxUser(FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT));
    }

    private static Set<Object> running() {
        Set<Object> users = new HashSet<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                try {
                    users.add(Files.getAttribute(process, "unix:uid"));
                } catch (IOException ended) {
                    // It needs no number any more.
                }
            }
        } catch (IOException | DirectoryIteratorException none) {
            // The count alone keeps those of this process apart.
        }
        return users;
    }

    private boolean isOfSandboxes() {
        return id >= FIRST && id <= LAST;
    }

    private static SandboxUser owner(Path folder) {
        try {
            return new SandboxUser((Integer) Files.getAttribute(folder, "unix:uid"));
        } catch (IOException failed) {
            throw refused(folder, failed);
        }
    }

    /**
     * Gives a folder to this user with all of its content. Each name is looked up in the folder that is already open,
     * so that a program which still runs there cannot lead the way out of it by a link.
     */
    void give(Path folder) {
        try {
            UserPrincipalLookupService principals = folder.getFileSystem().getUserPrincipalLookupService();
            UserPrincipal user = principals.lookupPrincipalByName(String.valueOf(id));
            GroupPrincipal group = principals.lookupPrincipalByGroupName(String.valueOf(id));
            try (DirectoryStream<Path> opened = Files.newDirectoryStream(folder)) {
                if (!(opened instanceof SecureDirectoryStream<Path> secure)) {
                    throw new IOException("its file system does not open folders safely");
                }
                PosixFileAttributeView own = secure.getFileAttributeView(PosixFileAttributeView.class);
                own(own, own.readAttributes(), user, group);
                giveEntries(secure, user, group);
            }
        } catch (IOException failed) {
            throw refused(folder, failed);
        } catch (DirectoryIteratorException failed) {
            throw refused(folder, Objects.requireNonNull(failed.getCause()));
        }
    }

    private static void giveEntries(SecureDirectoryStream<Path> folder, UserPrincipal user, GroupPrincipal group)
            throws IOException {
        for (Path entry : folder) {
            Path name = Objects.requireNonNull(entry.getFileName());
            PosixFileAttributeView view = folder.getFileAttributeView(name, PosixFileAttributeView.class,
                    LinkOption.NOFOLLOW_LINKS);
            PosixFileAttributes known = view.readAttributes();
            // Links and pipes belong to the owner of their folder.
            if (known.isRegularFile() || known.isDirectory()) {
                own(view, known, user, group);
            }
            if (known.isDirectory()) {
                try (SecureDirectoryStream<Path> inner = folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                    giveEntries(inner, user, group);
                }
            }
        }
    }

    private static void own(PosixFileAttributeView view, PosixFileAttributes known, UserPrincipal user,
            GroupPrincipal group) throws IOException {
        if (!known.owner().equals(user)) {
            view.setOwner(user);
        }
        if (!known.group().equals(group)) {
            view.setGroup(group);
        }
    }

    private static InputException refused(Path folder, IOException failed) {
        return new InputException("The folder " + folder + " cannot be given to a sandbox: " + failed.getMessage(),
                failed);
    }
}
