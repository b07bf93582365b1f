package dev.ipw.benchmarks.deliverable;

import dev.ipw.benchmarks.deliverable.FoundFile.Kind;
import dev.ipw.benchmarks.document.DocumentReader;
import dev.ipw.internal.file.OpenFolder;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.task.AttachedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The files that an agent wrote or changed in its folder. Unchanged files of its task are not among them.
 *
 * @param files the files with their texts, those at the top first, 40 at most
 * @param notes sentences on other entries of the folder and on skipped parts
 */
public record Deliverables(List<Deliverable> files, List<String> notes) {
    private static final int MAX_FILES = 40;
    private static final int MAX_CHARACTERS = 120_000;
    private static final long MAX_BYTES = 1L << 30;
    private static final int MAX_NAMED = 20;
    private static final Duration MAX_TIME = Duration.ofMinutes(2);
    private static final Duration MAX_FILE_TIME = Duration.ofSeconds(30);

    /** Copies the lists. */
    public Deliverables {
        files = List.copyOf(files);
        notes = List.copyOf(notes);
    }

    /**
     * Reads the files of an agent. Nothing in the folder is trusted: links are not followed, only plain files are
     * opened, and number, size and time are bounded.
     *
     * @param workspace the folder in which the agent worked; a list beside it names the files of the task
     * @return the agent's files; no files if there is no such folder
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static Deliverables in(Path workspace) throws InterruptedException {
        if (!Files.isDirectory(workspace, LinkOption.NOFOLLOW_LINKS)) {
            return new Deliverables(List.of(), List.of());
        }
        Optional<List<AttachedFile>> attached = Optional.ofNullable(workspace.getParent()).flatMap(AttachedFile::read);
        Reading reading = new Reading(workspace, attached.orElse(List.of()));
        FolderListing listing = FolderListing.of(workspace);
        for (FoundFile file : listing.files()) {
            reading.take(file);
        }
        List<String> notes = new ArrayList<>(reading.notes());
        notes.addAll(listing.notes());
        return new Deliverables(reading.files, notes);
    }

    /** A reader of one file after another until a bound is reached. */
    private static final class Reading {
        private final Path workspace;
        private final List<AttachedFile> attached;
        private final Set<String> hashes;
        private final List<Deliverable> files = new ArrayList<>();
        private final List<String> unchanged = new ArrayList<>();
        private final List<String> notOpened = new ArrayList<>();
        private final long deadlineNanos = System.nanoTime() + MAX_TIME.toNanos();
        private int more;
        private long bytes;
        private int characters;

        Reading(Path workspace, List<AttachedFile> attached) {
            this.workspace = workspace;
            this.attached = attached;
            hashes = attached.stream().map(AttachedFile::sha256).collect(Collectors.toSet());
        }

        void take(FoundFile file) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException("the reading of a folder was cancelled");
            }
            boolean mayBeUnchanged = attached.stream().anyMatch(one -> one.bytes() == file.bytes());
            if (file.kind() != Kind.FILE) {
                notOpened.add(file.name() + (file.kind() == Kind.LINK ? " (a link)" : " (a pipe, socket or device)"));
            } else if ((files.size() == MAX_FILES && !mayBeUnchanged) || isOver()) {
                more++;
            } else {
                open(file);
            }
        }

        private boolean isOver() {
            return bytes > MAX_BYTES || System.nanoTime() - deadlineNanos > 0;
        }

        private void open(FoundFile file) throws InterruptedException {
            FileContent content;
            try {
                content = FileContent.of(workspace, file.path(), file.bytes());
            } catch (IOException unreadable) {
                notOpened.add(file.name() + " (cannot be read)");
                return;
            }
            bytes += content.bytes();
            if (content.sha256().filter(hashes::contains).isPresent()) {
                unchanged.add(file.name());
            } else if (files.size() == MAX_FILES) {
                more++;
            } else {
                files.add(deliverable(file, content));
            }
        }

        private Deliverable deliverable(FoundFile file, FileContent content) throws InterruptedException {
            ContentText read = content.isTooLongToRead()
                    ? new ContentText(MediaType.of(content.begin()).orElse(MediaType.UNKNOWN),
                            ContentText.notRead("is larger than what is read of a file"))
                    : ContentText.of(file.name(), content.begin(), timeLeft());
            String text = withinAll(read.text());
            boolean isChanged = attached.stream().anyMatch(one -> one.name().equals(file.name()));
            return new Deliverable(file.name(), file.bytes(), content.sha256(), read.mediaType(), isChanged, text);
        }

        private String withinAll(String text) {
            int room = MAX_CHARACTERS - characters;
            characters += Math.min(room, text.length());
            return text.length() <= room
                    ? text
                    : (room > 0 ? Excerpt.start(text, room) : "") + "\n[the rest is left out: of all files together "
                            + MAX_CHARACTERS + " characters are read]";
        }

        private Duration timeLeft() {
            Duration left = Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
            return left.compareTo(MAX_FILE_TIME) < 0 ? left : MAX_FILE_TIME;
        }

        List<String> notes() {
            List<String> notes = new ArrayList<>();
            if (more > 0) {
                notes.add(more + " more files are left out.");
            }
            if (!unchanged.isEmpty()) {
                notes.add("As they came with the task: " + named(unchanged) + ".");
            }
            if (!notOpened.isEmpty()) {
                notes.add("Not opened: " + named(notOpened) + ".");
            }
            return notes;
        }

        private static String named(List<String> names) {
            return names.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                    + (names.size() > MAX_NAMED ? " and " + (names.size() - MAX_NAMED) + " more" : "");
        }
    }

    /**
     * The beginning of a file and the hash of all of it.
     *
     * @param begin  its first bytes: all, if it is no longer than a document may be
     * @param bytes  the number of bytes that were read
     * @param sha256 its hash; empty if it is too long to be read to its end
     */
    private record FileContent(byte[] begin, long bytes, Optional<String> sha256) {
        /** The maximum number of bytes that are hashed. */
        static final long MAX_BYTES = 256L << 20;
        private static final int BUFFER_BYTES = 1 << 16;
        private static final int HEAD_BYTES = 1024;

        /** Read a file in a folder, but not through a link; of one that is known to be too long only its head. */
        static FileContent of(Path folder, Path relative, long length) throws IOException {
            Sha256 digest = new Sha256();
            try (InputStream in = digest.reading(Channels.newInputStream(OpenFolder.read(folder, relative)))) {
                if (length > MAX_BYTES) {
                    byte[] head = in.readNBytes(HEAD_BYTES);
                    return new FileContent(head, head.length, Optional.empty());
                }
                byte[] begin = in.readNBytes(DocumentReader.MAX_BYTES + 1);
                long bytes = begin.length;
                byte[] buffer = new byte[BUFFER_BYTES];
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    bytes += count;
                    if (bytes > MAX_BYTES) {
                        return new FileContent(begin, bytes, Optional.empty());
                    }
                }
                return new FileContent(begin, bytes, Optional.of(digest.hex()));
            }
        }

        boolean isTooLongToRead() {
            return sha256.isEmpty() || begin.length > DocumentReader.MAX_BYTES;
        }
    }
}
