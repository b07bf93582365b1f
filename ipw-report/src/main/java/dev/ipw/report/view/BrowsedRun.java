package dev.ipw.report.view;

import dev.ipw.analysis.internal.ModelCalls;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.markup.Tree;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.journal.RunState;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunSummary;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run that is shown.
 *
 * @param id     its name in addresses, unique among all
 * @param path   its folder
 * @param series the folder of the series, sweep or grid that it belongs to
 */
record BrowsedRun(String id, Path path, Optional<Path> series) {
    private static final long MAX_QUICK_QUERIES = 20_000;
    private static final long MAX_SUMMARY_BYTES = 16L << 20;
    /** The figures of a table of runs, by the analysis that computes them. */
    private static final Map<String, String> LISTED = new LinkedHashMap<>();

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    static {
        Stream.of("accuracy", "joules_per_query", "intelligence_per_joule", "device_watts")
                .forEach(figure -> LISTED.put(figure, "accuracy"));
        Stream.of("time_to_first_token_p99", "requests_per_second").forEach(figure -> LISTED.put(figure, "latency"));
    }

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
     * Returns everything that the head of the run's page shows.
     *
     * @param computes whether analyses that the run does not keep are computed
     */
    Map<String, @Nullable Object> facts(boolean computes) {
        RunReader run = open();
        RunSummary summary = run.summary();
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("id", id);
        facts.put("name", name());
        facts.put("folder", path.toString());
        facts.put("subject", ModelCalls.subject(run));
        facts.put("started_at", summary.startTime().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("load", summary.configuration().load().shape());
        facts.put("summary", TreeReader.ofJson(directory().summary().toString(), new String(
                BoundedFile.read(directory().summary(), MAX_SUMMARY_BYTES), StandardCharsets.UTF_8)).asMap());
        facts.putAll(computes ? RunFindings.of(run) : RunFindings.stored(run));
        facts.put("energy_claim", claim(summary));
        return facts;
    }

    private static Map<String, @Nullable Object> claim(RunSummary summary) {
        EnergyReading devices = summary.totals().deviceEnergy();
        return TreeBuilder.object().put("provenance", devices.provenance().name())
                .put("complete", devices.isComplete()).put("sensor_error", devices.provenance().sensorError()).build();
    }

    /**
     * Returns the run as a row of the table of runs.
     *
     * @param computes whether its analyses are computed, if the run is not long
     */
    Map<String, @Nullable Object> row(boolean computes) {
        RunState state = state();
        TreeBuilder row = TreeBuilder.object().put("id", id).put("name", name()).put("folder", path.toString())
                .put("series", series.map(folder -> folder.getFileName().toString()))
                .put("state", state.name().toLowerCase(Locale.ROOT));
        if (state != RunState.FINISHED) {
            return row.build();
        }
        RunReader run = open();
        RunSummary summary = run.summary();
        Provenance provenance = summary.totals().deviceEnergy().provenance();
        row.put("model", summary.configuration().client().model())
                .put("dataset", summary.configuration().datasetName())
                .put("load", summary.configuration().load().shape())
                .put("started_at", summary.startTime().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("day", DAY.format(summary.startTime()))
                .put("queries", summary.totals().queries())
                .put("failed", summary.totals().requests().failed())
                .put("energy", provenance.name().toLowerCase(Locale.ROOT))
                .put("energy_reason", summary.totals().deviceEnergy().reason())
                .put("times", summary.validity().map(validity -> validity.level().label()))
                .put("interrupted", summary.interrupted());
        boolean isQuick = summary.totals().queries() <= MAX_QUICK_QUERIES;
        Tree found = new Tree(computes && isQuick ? RunFindings.of(run) : Map.of());
        row.put("pending", !computes && isQuick);
        LISTED.forEach((figure, analysis) -> Stream.of("", "_low", "_high", "_provenance", "_marks")
                .map(ending -> figure + ending)
                .forEach(name -> Optional.ofNullable(found.value(analysis + ".summary." + name))
                        .ifPresent(value -> row.put(name, value))));
        return row.build();
    }

    String name() {
        return String.valueOf(path.toAbsolutePath().normalize().getFileName());
    }
}
