package dev.ipw.report.view;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.internal.journal.RunState;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private final List<Path> folders;
    /** One long run is read at a time, so that memory holds one reading. */
    private final Executor reader = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("ipw-view-reader").factory());
    private final Map<Path, Row> rows = new ConcurrentHashMap<>();
    private final Map<Path, CompletableFuture<Void>> figures = new ConcurrentHashMap<>();
    private final Map<Path, Row> facts = new LinkedHashMap<>();
    private final Map<Path, QueryTable> tables = new LinkedHashMap<>();
    private final Map<Path, CompletableFuture<Void>> readings = new ConcurrentHashMap<>();

    RunList(List<Path> folders) {
        for (Path folder : folders) {
            if (!Files.isDirectory(folder)) {
                throw new ConfigurationException("There is no folder " + folder.toAbsolutePath()
                        + ". Give folders of runs, or a folder in which runs lie, such as runs");
            }
        }
        this.folders = folders.stream().map(folder -> folder.toAbsolutePath().normalize()).distinct().toList();
    }

    /** What was read of a run, and the time of the summary of which it was made. */
    private record Row(FileTime time, Map<String, @Nullable Object> values) {}

    /** Lists the runs, in the order of their folders' names. */
    List<BrowsedRun> runs() {
        Map<String, BrowsedRun> found = new LinkedHashMap<>();
        for (Path folder : folders) {
            add(folder, Optional.empty(), folders.size() == 1 && !isRun(folder) ? folder : folder.resolveSibling(""), 0,
                    found);
        }
        return List.copyOf(found.values());
    }

    private static void add(Path folder, Optional<Path> series, Path root, int depth, Map<String, BrowsedRun> found) {
        if (found.size() >= MAX_RUNS) {
            return;
        }
        if (isRun(folder)) {
            String id = root.relativize(folder).toString().replace('/', '~').replace('\\', '~');
            String unique = id;
            for (int number = 2; found.containsKey(unique); number++) {
                unique = id + "~" + number;
            }
            found.put(unique, new BrowsedRun(unique, folder, series));
        } else if (depth < MAX_DEPTH) {
            Optional<Path> within = isSeries(folder) ? Optional.of(folder) : series;
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

    static boolean isSeries(Path folder) {
        return Stream.concat(SeriesFolder.FILES.stream(), Stream.of(SeriesFolder.BENCH)).map(folder::resolve)
                .anyMatch(Files::isRegularFile);
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

    /** Begins to compute the figures of a row, unless they are known; null if nothing has to be waited for. */
    private @Nullable CompletableFuture<Void> figures(BrowsedRun run) {
        try {
            if (run.state() != RunState.FINISHED || isKnown(run)) {
                return null;
            }
        } catch (IpwException unreadable) {
            return null;
        }
        return figures.computeIfAbsent(run.path(), path -> CompletableFuture.runAsync(() -> {
            FileTime time = QueryTable.timeOf(run);
            try {
                rows.put(path, new Row(time, run.row(true)));
            } finally {
                figures.remove(path);
            }
        }, reader));
    }

    private static void await(CompletableFuture<Void> figures, long endNanos) {
        try {
            figures.get(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException pendingOrFailed) {
            // The row shows what is known.
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isKnown(BrowsedRun run) {
        Row kept = rows.get(run.path());
        return kept != null && kept.time.equals(QueryTable.timeOf(run));
    }

    private Map<String, @Nullable Object> row(BrowsedRun run) {
        try {
            Row kept = rows.get(run.path());
            if (run.state() != RunState.FINISHED || kept == null || !isKnown(run)) {
                return run.row(false);
            }
            Map<String, @Nullable Object> row = new HashMap<>(kept.values);
            row.put("id", run.id());
            return row;
        } catch (RuntimeException unreadable) {
            return TreeBuilder.object().put("id", run.id()).put("name", run.name()).put("folder", run.path().toString())
                    .put("state", "unreadable").put("reason", unreadable.getMessage()).build();
        }
    }

    /**
     * Returns whether the queries of a run can be shown at once. Those of a long run are read in the background, from the
     * first call on.
     *
     * @throws IpwException if they could not be read
     */
    boolean isReady(BrowsedRun run) {
        if (run.isQuick() || isKept(run)) {
            return true;
        }
        CompletableFuture<Void> reading = readings.computeIfAbsent(run.path(),
                path -> CompletableFuture.runAsync(() -> {
                    facts(run);
                    queries(run);
                }, reader));
        if (!reading.isDone()) {
            return false;
        }
        readings.remove(run.path());
        try {
            reading.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof IpwException known) {
                throw known;
            }
            throw failed;
        }
        return isKept(run);
    }

    private boolean isKept(BrowsedRun run) {
        synchronized (tables) {
            QueryTable table = tables.get(run.path());
            return table != null && table.isOf(run);
        }
    }

    /** Returns the facts of a run, which are read once; those of the last runs are kept. */
    Map<String, @Nullable Object> facts(BrowsedRun run) {
        FileTime time = QueryTable.timeOf(run);
        synchronized (facts) {
            Row kept = facts.get(run.path());
            if (kept != null && kept.time.equals(time)) {
                return kept.values;
            }
        }
        Row read = new Row(time, run.facts(true));
        synchronized (facts) {
            while (facts.size() >= QueryTable.MAX_KEPT) {
                facts.remove(facts.keySet().iterator().next());
            }
            facts.put(run.path(), read);
        }
        return read.values;
    }

    /** Returns the queries of a run, which are read once; those of the last runs are kept. */
    QueryTable queries(BrowsedRun run) {
        synchronized (tables) {
            QueryTable kept = tables.get(run.path());
            if (kept != null && kept.isOf(run)) {
                return kept;
            }
        }
        QueryTable read = QueryTable.of(run);
        synchronized (tables) {
            while (tables.size() >= QueryTable.MAX_KEPT) {
                tables.remove(tables.keySet().iterator().next());
            }
            tables.put(run.path(), read);
        }
        return read;
    }
}
