package dev.ipw.report.view;

import dev.ipw.analysis.internal.StoredFindings;
import dev.ipw.energy.EnergyReading;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.FileVersion;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.findings.RunFacts;
import dev.ipw.report.markup.Tree;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.journal.RunState;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run that is shown.
 *
 * @param id     its name in addresses, unique among all
 * @param path   its folder
 * @param series the series, sweep or benchmark that it belongs to
 */
record BrowsedRun(String id, Path path, Optional<BrowsedSeries> series) {
    private static final long MAX_QUICK_QUERIES = 20_000;
    /** The parts of stored results that the head of a page needs; the tables of accuracy list every query. */
    private static final List<String> FIGURES = List.of("summary", "warnings");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    RunDirectory directory() {
        return new RunDirectory(path);
    }

    RunState state() {
        return RunState.of(directory());
    }

    RunReader open() {
        return RunReader.open(path);
    }

    /** Returns whether all queries can be read while somebody waits for a page. */
    boolean isQuick() {
        return open().summary().totals().queries() <= MAX_QUICK_QUERIES;
    }

    /**
     * Returns the version of its summary, which is replaced whenever its results are.
     *
     * @throws InputException if it was deleted
     */
    FileVersion version() {
        try {
            return FileVersion.of(directory().summary());
        } catch (IOException gone) {
            throw new InputException("Cannot read " + directory().summary() + ": " + AtomicFile.reasonOf(gone)
                    + ". The run was moved or deleted", gone);
        }
    }

    /**
     * Returns everything that the head of the run's page shows.
     *
     * @param findings results of analyses as trees
     */
    Map<String, @Nullable Object> facts(Map<String, ?> findings) {
        RunReader run = open();
        Map<String, @Nullable Object> facts = RunFacts.of(name(), run, findings);
        facts.put("id", id);
        facts.put("load", run.summary().configuration().load().shape());
        return facts;
    }

    /**
     * Returns the results of analyses that the run keeps, for a page that is replaced by a computed one: they may be of
     * other settings.
     */
    Map<String, Map<String, @Nullable Object>> storedFindings() {
        Map<String, Map<String, @Nullable Object>> found = new LinkedHashMap<>();
        for (String analysis : RunDetails.ANALYSES) {
            // The head shows a percentile, which is in a table.
            List<String> parts = analysis.equals("latency") ? List.of("summary", "warnings", "data") : FIGURES;
            StoredFindings.of(directory(), analysis, parts).ifPresent(stored -> found.put(analysis, stored));
        }
        return found;
    }

    /** Returns a run without results as a row of the table of runs. */
    Map<String, @Nullable Object> row() {
        return state(state()).build();
    }

    private TreeBuilder state(RunState state) {
        return TreeBuilder.object().put("id", id).put("name", name()).put("folder", path.toString())
                .put("series", series.map(BrowsedSeries::name)).put("series_id", series.map(BrowsedSeries::id))
                .put("state", state.name().toLowerCase(Locale.ROOT));
    }

    /**
     * Returns a finished run as a row of the table of runs.
     *
     * @param findings  results of analyses as trees
     * @param isPending whether they are being computed
     */
    Map<String, @Nullable Object> row(Map<String, ?> findings, boolean isPending) {
        RunSummary summary = open().summary();
        EnergyReading energy = summary.totals().deviceEnergy();
        TreeBuilder row = state(RunState.FINISHED).put("model", summary.configuration().client().model())
                .put("dataset", summary.configuration().datasetName())
                .put("load", summary.configuration().load().shape())
                .put("started_at", summary.startTime().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("day", DAY.format(summary.startTime())).put("queries", summary.totals().queries())
                .put("failed", summary.totals().requests().failed())
                .put("energy", energy.provenance().name().toLowerCase(Locale.ROOT))
                .put("energy_reason", energy.reason())
                .put("times", summary.validity().map(validity -> validity.level().label()))
                .put("interrupted", summary.interrupted()).put("pending", isPending);
        Tree found = new Tree(new LinkedHashMap<>(findings));
        Arrays.stream(ListedFigure.values()).forEach(figure -> figure.copy(found, row));
        return row.build();
    }

    /** Returns the link to its series above a page of it; empty without one. */
    String way() {
        return series.map(whole -> PageFrame.step("../../series/" + PageAddress.segment(whole.id()) + "/index.html",
                whole.name())).orElse("");
    }

    String name() {
        return String.valueOf(path.toAbsolutePath().normalize().getFileName());
    }
}
