package dev.ipw.results.internal.journal;

import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.results.internal.format.RunManifest;
import dev.ipw.results.internal.format.RunStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files in a folder, separated into those that a run or a series made and all others. Links are never followed. */
final class RunContents {
    private static final Pattern UNFINISHED = Pattern.compile("\\.(.+)\\.[0-9a-f-]{36}\\.tmp");
    private static final Pattern RESULT = Pattern
            .compile("summary\\.json|checksums\\.json|state\\.json|dataset_info\\.json|report\\.html|traces\\.jsonl"
                    + "|artifacts_manifest\\.json"
                    + "|data-\\d+-of-\\d+\\.arrow(\\.crc32c)?");
    private static final Pattern DATASET = Pattern.compile("\\.unfinished-dataset-[0-9a-f-]{36}");
    private static final Pattern DATA_FILE = Pattern.compile("part-\\d+\\.arrow(\\.crc32c)?");
    private static final String REPORT = "report.html";
    private static final Duration LONGEST_WRITING = Duration.ofHours(1);
    private static final int BEGINNING_BYTES = 256;
    private static final int MAX_NAMED = 10;

    private final Path folder;
    private final List<Path> own = new ArrayList<>();
    private final List<Path> foreign = new ArrayList<>();
    private final List<Path> runs = new ArrayList<>();
    private boolean begun;
    private boolean series;
    private boolean results;

    private RunContents(Path folder) {
        this.folder = folder;
    }

    /** Examines a folder. */
    static RunContents of(Path folder) throws IOException {
        RunContents contents = new RunContents(folder);
        List<Path> entries = list(folder);
        contents.series = entries.stream().anyMatch(RunContents::isListOfRuns);
        for (Path entry : entries) {
            contents.add(entry);
        }
        return contents;
    }

    private void add(Path entry) throws IOException {
        String name = nameOf(entry);
        Matcher unfinished = UNFINISHED.matcher(name);
        if (isFile(entry) && unfinished.matches() && isName(unfinished.group(1))) {
            own.add(entry);
        } else if (isFile(entry) && isName(name)) {
            addFile(entry, name);
        } else if (isFolder(entry)) {
            addFolder(entry, name);
        } else {
            foreign.add(entry);
        }
    }

    /** Adds a file. One with the name of ours may not be ours: these names are common. */
    private void addFile(Path file, String name) throws IOException {
        boolean ours = switch (name) {
            case "journal.jsonl" -> isJournal(file);
            case "manifest.json" -> begins(file, RunManifest.BEGINNING);
            case "sweep.json", "repeats.json" -> isListOfRuns(file);
            default -> true;
        };
        begun |= ours && name.equals("journal.jsonl") && beginning(file).contains(JournalCodec.BEGINNING);
        results |= RESULT.matcher(name).matches();
        (ours ? own : foreign).add(file);
    }

    private void addFolder(Path entry, String name) throws IOException {
        switch (name) {
            case "telemetry" -> addAll(entry, file -> file.endsWith(".arrow") || file.endsWith(".arrow.crc32c"));
            case "analysis" -> addAll(entry, file -> file.endsWith(".json"));
            case "scores" -> addAll(entry, file -> file.endsWith(".jsonl"));
            case "plots" -> addAll(entry, file -> file.endsWith(".png"));
            case "artifacts" -> addTree(entry);
            default -> {
                if (DATASET.matcher(name).matches()) {
                    addAll(entry, file -> DATA_FILE.matcher(file).matches());
                } else if (series) {
                    addRun(entry);
                } else {
                    foreign.add(entry);
                }
            }
        }
    }

    private void addAll(Path entry, Predicate<String> isOurs) throws IOException {
        for (Path file : list(entry)) {
            Matcher unfinished = UNFINISHED.matcher(nameOf(file));
            String name = unfinished.matches() ? unfinished.group(1) : nameOf(file);
            (isFile(file) && isOurs.test(name) ? own : foreign).add(file);
        }
        own.add(entry);
        results |= !nameOf(entry).equals("telemetry");
    }

    /** Adds a tree. All files of an agent belong to the run; of a link only the link. */
    private void addTree(Path folder) throws IOException {
        for (Path entry : list(folder)) {
            if (isFolder(entry)) {
                addTree(entry);
            } else {
                own.add(entry);
            }
        }
        own.add(folder);
    }

    private void addRun(Path entry) throws IOException {
        RunContents run = of(entry);
        if (run.begun || run.isNeverBegun()) {
            own.addAll(run.own);
            own.add(entry);
            foreign.addAll(run.foreign);
            runs.add(entry);
        } else {
            foreign.add(entry);
        }
    }

    /** Returns whether it contains nothing but the first files of a run, or a series. */
    boolean isNeverBegun() {
        return !begun && !series && !results && foreign.isEmpty();
    }

    /** Returns whether all of it was made by a run or a series. */
    boolean isReplaceable() {
        return foreign.isEmpty() && (begun || series || isNeverBegun());
    }

    /** Returns whether it contains a run or a series, beside any other files. */
    boolean hasRun() {
        return begun || series;
    }

    /** Lists the folders whose runs may be active: this one, and those of a series' runs. */
    List<Path> lockable() {
        return Stream.concat(Stream.of(folder), runs.stream()).toList();
    }

    /** Returns the files that no run made; empty without any. */
    String foreign() {
        List<String> names = foreign.stream().limit(MAX_NAMED).map(one -> folder.relativize(one).toString()).toList();
        String more = foreign.size() > MAX_NAMED ? " and " + (foreign.size() - MAX_NAMED) + " more" : "";
        return String.join(", ", names) + more;
    }

    /**
     * Deletes a folder with all files of a run in it.
     *
     * @throws IOException if it cannot be deleted, for example because it contains another file, which stays
     */
    static void delete(Path folder) throws IOException {
        for (Path entry : of(folder).own) {
            Files.deleteIfExists(entry);
        }
        Files.delete(folder);
    }

    /**
     * Deletes everything that a run made in its folder, except the folder and its lock.
     *
     * @throws IOException if something cannot be deleted
     */
    static void clear(Path folder) throws IOException {
        for (Path entry : of(folder).own) {
            if (!nameOf(entry).equals(JournalLock.FILE)) {
                Files.deleteIfExists(entry);
            }
        }
    }

    /**
     * Removes the unfinished files of killed writers. Must be called with the run's lock held: nobody else writes the
     * files of the run then. Analyses and reports are written without it, so of theirs only old files are removed.
     *
     * @throws IOException if something cannot be deleted
     */
    static void removeUnfinished(Path folder) throws IOException {
        for (Path entry : list(folder)) {
            String name = nameOf(entry);
            if (isFolder(entry) && DATASET.matcher(name).matches()) {
                removeDataset(entry);
            } else if (isFolder(entry) && (name.equals("analysis") || name.equals("plots"))) {
                for (Path file : list(entry)) {
                    if (UNFINISHED.matcher(nameOf(file)).matches() && isFile(file) && isOld(file)) {
                        Files.deleteIfExists(file);
                    }
                }
            } else if (isFile(entry)) {
                Matcher unfinished = UNFINISHED.matcher(name);
                if (unfinished.matches() && isName(unfinished.group(1))
                        && (!unfinished.group(1).equals(REPORT) || isOld(entry))) {
                    Files.deleteIfExists(entry);
                }
            }
        }
    }

    private static void removeDataset(Path unfinished) throws IOException {
        List<Path> files = list(unfinished);
        if (files.stream().allMatch(file -> isFile(file) && DATA_FILE.matcher(nameOf(file)).matches())) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(unfinished);
        }
    }

    /** Returns whether the writer of a file must have ended: writing one takes seconds. */
    private static boolean isOld(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant().isBefore(Instant.now().minus(LONGEST_WRITING));
    }

    /** Returns whether a file may be a run's journal: it begins as one, or was cut off before that. */
    static boolean isJournal(Path file) throws IOException {
        return begins(file, JournalCodec.BEGINNING);
    }

    private static boolean isListOfRuns(Path file) {
        try {
            return SeriesFolder.FILES.contains(nameOf(file)) && isFile(file) && begins(file, SeriesFolder.BEGINNING);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static boolean begins(Path file, String expected) throws IOException {
        String beginning = beginning(file);
        return beginning.startsWith(expected) || expected.startsWith(beginning);
    }

    /** Reads the beginning of a file, without white space and without the zeros that a power cut leaves. */
    private static String beginning(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(BEGINNING_BYTES), StandardCharsets.UTF_8).replaceAll("[\\s\\x00]+", "");
        }
    }

    private static boolean isName(String name) {
        return RESULT.matcher(name).matches() || SeriesFolder.FILES.contains(name) || name.equals("journal.jsonl")
                || name.equals("manifest.json") || name.equals(RunStatus.NAME) || name.equals(JournalLock.FILE);
    }

    private static boolean isFile(Path entry) {
        return Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isFolder(Path entry) {
        return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }

    private static String nameOf(Path entry) {
        return String.valueOf(entry.getFileName());
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }
}
