package dev.ipw.results.internal.format;

import dev.ipw.energy.Provenance;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.LiveFigures.Percentiles;
import dev.ipw.progress.RunProgress;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The progress of a run, which its process keeps in {@code progress.json} while it runs. The file is deleted once the
 * results are written.
 *
 * @param phase    its current phase
 * @param progress the progress of the phase; empty before the first report
 * @param updated  when that was
 */
public record RunStatus(RunPhase phase, Optional<RunProgress> progress, Instant updated) {
    /** The file's name. */
    public static final String NAME = "progress.json";

    private static final Logger LOGGER = LoggerFactory.getLogger(RunStatus.class);
    private static final long MAX_BYTES = 1L << 20;
    private static final double NANOS = 1e9;

    /** Rejects nulls. */
    public RunStatus {
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(updated, "updated");
    }

    /**
     * Writes it into the folder of its run.
     *
     * @throws InputException if it cannot be written
     */
    public void write(RunDirectory run) {
        AtomicFile.writeUnsynced(fileOf(run), toTree().json().getBytes(StandardCharsets.UTF_8));
    }

    /** Reads the last report of a run; empty without a report, or if a power cut has lost it. */
    public static Optional<RunStatus> read(RunDirectory run) {
        Path file = fileOf(run);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            String json = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
            return Optional.of(TreeReader.ofJson(file.toString(), json).as(RunStatus::fromTree));
        } catch (InputException goneOrTorn) {
            return Optional.empty();
        }
    }

    /** Removes it from the folder of a run that has results. If it cannot be removed, it is ignored from then on. */
    public static void remove(RunDirectory run) {
        try {
            Files.deleteIfExists(fileOf(run));
        } catch (IOException stays) {
            LOGGER.debug("The progress of a finished run stays in its folder", stays);
        }
    }

    private static Path fileOf(RunDirectory run) {
        return run.path().resolve(NAME);
    }

    /** Returns it as a tree for programs. */
    public TreeBuilder toTree() {
        return TreeBuilder.object().put("phase", phase.label()).put("updated", updated.toString())
                .put("progress", progress.map(known -> tree(known).build()));
    }

    private static TreeBuilder tree(RunProgress progress) {
        return TreeBuilder.object().put("planned", progress.planned())
                .put("duration_seconds", progress.duration().map(RunStatus::seconds))
                .put("finished", (long) progress.finished()).put("failed", (long) progress.failed())
                .put("elapsed_seconds", seconds(progress.elapsed()))
                .put("live", progress.live().map(live -> tree(live).build()));
    }

    private static TreeBuilder tree(LiveFigures live) {
        TreeBuilder devices = TreeBuilder.object();
        live.wattsByDevice().forEach(devices::put);
        return TreeBuilder.object().put("answers_per_second", live.answersPerSecond())
                .put("output_tokens_per_second", live.outputTokensPerSecond())
                .put("ttft_p50_seconds", live.timeToFirstTokenSeconds().median())
                .put("ttft_p90_seconds", live.timeToFirstTokenSeconds().p90())
                .put("ttft_p99_seconds", live.timeToFirstTokenSeconds().p99())
                .put("tpot_p50_seconds", live.timePerOutputTokenSeconds().median())
                .put("tpot_p90_seconds", live.timePerOutputTokenSeconds().p90())
                .put("tpot_p99_seconds", live.timePerOutputTokenSeconds().p99())
                .put("watts", live.watts()).put("watts_by_device", devices).put("joules", live.joules())
                .put("energy_provenance", live.energyProvenance().map(Provenance::name))
                .put("queries_in_flight", (long) live.queriesInFlight())
                .put("calls_awaiting_first_token", live.callsAwaitingFirstToken());
    }

    private static RunStatus fromTree(TreeReader tree) {
        return new RunStatus(tree.text("phase", Labels.of(RunPhase.class)),
                tree.optionalChild("progress", RunStatus::progress), tree.text("updated", Instant::parse));
    }

    private static RunProgress progress(TreeReader tree) {
        return new RunProgress(tree.optionalInt("planned"), optional(tree.optionalReal("duration_seconds")),
                tree.integer("finished"), tree.integer("failed"), duration(tree.real("elapsed_seconds")),
                tree.optionalChild("live", RunStatus::live));
    }

    private static LiveFigures live(TreeReader tree) {
        TreeReader devices = tree.child("watts_by_device");
        Map<String, Double> byDevice = new LinkedHashMap<>();
        devices.asMap().keySet().forEach(name -> byDevice.put(name, devices.real(name)));
        return new LiveFigures(tree.real("answers_per_second"), tree.optionalReal("output_tokens_per_second"),
                percentiles(tree, "ttft"), percentiles(tree, "tpot"),
                tree.optionalReal("watts"), byDevice, tree.optionalReal("joules"),
                tree.optionalText("energy_provenance", Provenance::valueOf), tree.integer("queries_in_flight"),
                tree.optionalInt("calls_awaiting_first_token"));
    }

    private static Percentiles percentiles(TreeReader tree, String time) {
        return new Percentiles(tree.optionalReal(time + "_p50_seconds"), tree.optionalReal(time + "_p90_seconds"),
                tree.optionalReal(time + "_p99_seconds"));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANOS));
    }

    private static Optional<Duration> optional(OptionalDouble seconds) {
        return seconds.isPresent() ? Optional.of(duration(seconds.getAsDouble())) : Optional.empty();
    }
}
