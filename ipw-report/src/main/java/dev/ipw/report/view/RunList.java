package dev.ipw.report.view;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.file.FileVersion;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.internal.journal.RunState;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The runs below some folders. They are looked for anew each time; what was read of an unchanged run is kept. */
final class RunList {
    /** A series lies in a folder of runs, and its runs in it. */
    private static final int MAX_DEPTH = 4;
    private static final int MAX_RUNS = 10_000;
    /** The runs whose queries are kept in memory. */
    private static final int MAX_DETAILS = 4;

    /** The runs of series whose results are kept in memory. */
    private static final int MAX_FINDINGS = 128;

    private final List<Path> folders;
    /** One run is read in the background at a time, so that memory holds one reading. */
    private final Executor reader = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("ipw-view-reader").factory());
    private final Map<Path, Kept<Map<String, @Nullable Object>>> rows = new ConcurrentHashMap<>();
    private final Map<Path, Kept<RunDetails>> details = new LinkedHashMap<>();
    private final Map<Path, Kept<Map<String, Map<String, @Nullable Object>>>> findings = new LinkedHashMap<>();
    /** The readings in the background that go on or failed. */
    private final Map<Kept<Path>, CompletableFuture<RunDetails>> readings = new ConcurrentHashMap<>();

    RunList(List<Path> folders) {
        for (Path folder : folders) {
            if (!Files.isDirectory(folder)) {
                throw new ConfigurationException("There is no folder " + folder.toAbsolutePath()
                        + ". Give folders of runs, or a folder in which runs lie, such as runs");
            }
        }
        this.folders = folders.stream().map(folder -> folder.toAbsolutePath().normalize()).distinct().toList();
    }

    /** Something of a run, and the version of the summary for which it holds. */
    private record Kept<T>(FileVersion version, T value) {}

    /** The runs that were found, by their ids. */
    private record Found(Map<String, BrowsedRun> runs, Map<String, BrowsedSeries> series) {}

    /** Lists the runs, in the order of their folders' names. */
    List<BrowsedRun> runs() {
        Found found = new Found(new LinkedHashMap<>(), new LinkedHashMap<>());
        for (Path folder : folders) {
            add(folder, Optional.empty(), folders.size() == 1 && !isRun(folder) ? folder : folder.resolveSibling(""), 0,
                    found);
        }
        return List.copyOf(found.runs.values());
    }

    private static void add(Path folder, Optional<BrowsedSeries> series, Path root, int depth, Found found) {
        if (found.runs.size() >= MAX_RUNS) {
            return;
        }
        if (isRun(folder)) {
            String id = id(folder, root, found.runs.keySet());
            found.runs.put(id, new BrowsedRun(id, folder, series));
        } else if (depth < MAX_DEPTH) {
            Optional<BrowsedSeries> within = series;
            if (BrowsedSeries.isIn(folder)) {
                BrowsedSeries here = new BrowsedSeries(id(folder, root, found.series.keySet()), folder);
                found.series.put(here.id(), here);
                within = Optional.of(here);
            }
            for (Path inner : foldersIn(folder)) {
                add(inner, within, root, depth + 1, found);
            }
        }
    }

    private static List<Path> foldersIn(Path folder) {
        try (Stream<Path> inner = Files.list(folder)) {
            return inner.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)).sorted().toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }

    private static boolean isRun(Path folder) {
        RunDirectory run = new RunDirectory(folder);
        return Files.isRegularFile(run.summary()) || Files.isRegularFile(run.manifest())
                || Files.isRegularFile(run.journal());
    }

    /** Returns the id of a folder: its way from the root, or its name if it is the root. */
    private static String id(Path folder, Path root, Set<String> taken) {
        String way = root.relativize(folder).toString().replace('/', '~').replace('\\', '~');
        String id = way.isEmpty() ? String.valueOf(folder.getFileName()) : way;
        String unique = id;
        for (int number = 2; taken.contains(unique); number++) {
            unique = id + "~" + number;
        }
        return unique;
    }

    /** Returns the runs of a series by its id; empty if there is no such series, or no run of it yet. */
    List<BrowsedRun> ofSeries(String id) {
        return runs().stream().filter(run -> run.series().map(BrowsedSeries::id).filter(id::equals).isPresent())
                .toList();
    }

    /** Returns a run by its id. */
    Optional<BrowsedRun> run(String id) {
        return runs().stream().filter(run -> run.id().equals(id)).findFirst();
    }

    /**
     * Returns the rows of the table of runs, the latest run first; one that cannot be read has the reason. Figures are
     * computed in the background: a row whose figures are not known yet is {@code pending}.
     *
     * @param patience the time to wait for figures
     */
    List<Map<String, @Nullable Object>> rows(Duration patience) {
        List<BrowsedRun> found = runs();
        long end = System.nanoTime() + patience.toNanos();
        for (BrowsedRun run : found) {
            Optional.ofNullable(figures(run)).ifPresent(figures -> await(figures, end));
        }
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        found.forEach(run -> all.add(row(run)));
        all.sort(Comparator.comparing((Map<String, @Nullable Object> row) -> String.valueOf(row.get("started_at")))
                .reversed());
        return all;
    }

    /** Begins to compute the figures of a row; null if they are known, or are not computed for a table. */
    private @Nullable CompletableFuture<RunDetails> figures(BrowsedRun run) {
        try {
            return run.state() == RunState.FINISHED && knownRow(run).isEmpty() && run.isQuick() ? reading(run) : null;
        } catch (IpwException unreadable) {
            return null;
        }
    }

    private static void await(CompletableFuture<RunDetails> figures, long endNanos) {
        try {
            figures.get(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException pendingOrFailed) {
            // The row shows what is known.
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<Map<String, @Nullable Object>> knownRow(BrowsedRun run) {
        Kept<Map<String, @Nullable Object>> kept = rows.get(run.path());
        return kept != null && kept.version.equals(run.version()) ? Optional.of(kept.value) : Optional.empty();
    }

    private Map<String, @Nullable Object> row(BrowsedRun run) {
        try {
            if (run.state() != RunState.FINISHED) {
                return run.row();
            }
            Optional.ofNullable(figures(run)).filter(CompletableFuture::isCompletedExceptionally)
                    .ifPresent(RunList::join);
            Map<String, @Nullable Object> row = new HashMap<>(
                    knownRow(run).orElseGet(() -> run.row(Map.of(), run.isQuick())));
            row.put("id", run.id());
            return row;
        } catch (RuntimeException unreadable) {
            return TreeBuilder.object().put("id", run.id()).put("name", run.name()).put("folder", run.path().toString())
                    .put("state", "unreadable").put("reason", unreadable.getMessage()).build();
        }
    }

    /** Begins to read a run in the background, unless that goes on or failed for this version of it. */
    private CompletableFuture<RunDetails> reading(BrowsedRun run) {
        Kept<Path> key = new Kept<>(run.version(), run.path());
        CompletableFuture<RunDetails> begun = new CompletableFuture<>();
        CompletableFuture<RunDetails> known = readings.putIfAbsent(key, begun);
        if (known != null) {
            return known;
        }
        reader.execute(() -> {
            try {
                RunDetails read = keptDetails(run).orElseGet(() -> RunDetails.of(run.open()));
                keep(run, key.version, read, !run.isQuick());
                begun.complete(read);
                readings.remove(key);
            } catch (RuntimeException | Error failed) { // Whoever waits for it receives it.
                begun.completeExceptionally(failed);
            }
        });
        return begun;
    }

    /**
     * Returns whether the queries of a run can be shown at once. Those of a long run are read in the background, from the
     * first call on.
     */
    boolean isReady(BrowsedRun run) {
        return keptDetails(run).isPresent() || run.isQuick() || reading(run).isDone();
    }

    /**
     * Returns what pages need of the queries of a run, which are read once; those of the last runs are kept.
     *
     * @throws IpwException if they cannot be read
     */
    RunDetails details(BrowsedRun run) {
        return keptDetails(run).orElseGet(() -> run.isQuick() ? readNow(run) : join(reading(run)));
    }

    private RunDetails readNow(BrowsedRun run) {
        FileVersion version = run.version();
        RunDetails read = RunDetails.of(run.open());
        keep(run, version, read, true);
        return read;
    }

    /** Returns the results of a finished run's analyses; those that a long run keeps in its folder. */
    Map<String, Map<String, @Nullable Object>> findings(BrowsedRun run) {
        FileVersion version = run.version();
        synchronized (findings) {
            Kept<Map<String, Map<String, @Nullable Object>>> kept = findings.get(run.path());
            if (kept != null && kept.version.equals(version)) {
                return kept.value;
            }
        }
        Map<String, Map<String, @Nullable Object>> found = keptDetails(run).map(RunDetails::findings)
                .orElseGet(() -> run.isQuick() ? RunDetails.of(run.open()).findings() : run.storedFindings());
        synchronized (findings) {
            while (findings.size() >= MAX_FINDINGS) {
                findings.remove(findings.keySet().iterator().next());
            }
            findings.put(run.path(), new Kept<>(version, found));
        }
        return found;
    }

    private static RunDetails join(CompletableFuture<RunDetails> reading) {
        try {
            return reading.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof IpwException known) {
                throw known;
            }
            throw failed;
        }
    }

    private Optional<RunDetails> keptDetails(BrowsedRun run) {
        synchronized (details) {
            Kept<RunDetails> kept = details.get(run.path());
            return kept != null && kept.version.equals(run.version()) ? Optional.of(kept.value) : Optional.empty();
        }
    }

    private void keep(BrowsedRun run, FileVersion version, RunDetails read, boolean withQueries) {
        rows.put(run.path(), new Kept<>(version, run.row(read.findings(), false)));
        if (withQueries) {
            synchronized (details) {
                details.remove(run.path());
                while (details.size() >= MAX_DETAILS) {
                    details.remove(details.keySet().iterator().next());
                }
                details.put(run.path(), new Kept<>(version, read));
            }
        }
    }
}
