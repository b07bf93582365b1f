package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.finishing.RunWriter;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.results.internal.journal.RunReservation;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunSettings;
import dev.ipw.telemetry.RunClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apiguardian.api.API;

/**
 * A writer of a run of another tool as a run directory: the journal of its requests, and dataset and summary, which are
 * written as for a run of this library. The tool's files are read twice, so that nothing is written for a run that
 * cannot be read to its end, and memory holds one request.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class ImportedRunWriter {
    private static final int MAX_NAME = 80;
    private static final long NANOS_PER_DAY = TimeUnit.DAYS.toNanos(1);
    /** The maximum length of a run: the summary counts nanoseconds up to 2^53, some 104 days. */
    private static final long MAX_DAYS = 100;

    private final ImportableRun source;
    private final Map<String, String> versions;
    private Optional<Extent> extent = Optional.empty();

    /**
     * Prepares to write.
     *
     * @param source   the run
     * @param versions the versions of this library by name
     */
    public ImportedRunWriter(ImportableRun source, Map<String, String> versions) {
        this.source = source;
        this.versions = Map.copyOf(versions);
    }

    /**
     * Reads the run to its end without writing anything, so that a damaged run among several is rejected before the
     * first is written.
     *
     * @throws InputException if the tool's files are damaged or have no request
     */
    public void check() {
        extent = Optional.of(Extent.of(source));
    }

    /**
     * Writes the run, after a {@link #check()} if there was none. A run that it replaces is deleted after the whole run
     * is written.
     *
     * @param parent    the folder of the runs; created if missing
     * @param runName   the run's folder; empty for one made of tool and model
     * @param overwrite true to replace an existing run of that name
     * @return the finished run
     * @throws InputException                       if the tool's files are damaged or have no request
     * @throws dev.ipw.error.ConfigurationException if the run exists and may not be overwritten
     */
    public RunReader write(Path parent, Optional<String> runName, boolean overwrite) {
        Extent known = extent.orElseGet(() -> Extent.of(source));
        RunReservation reservation = RunReservation.reserve(parent, known.defaultName(), runName, overwrite);
        try {
            RunReader written = write(reservation, known);
            reservation.keep();
            return written;
        } catch (RuntimeException | Error failure) {
            reservation.release();
            throw failure;
        }
    }

    private RunReader write(RunReservation reservation, Extent known) {
        RunDirectory directory = reservation.directory();
        try (Journal journal = reservation.openJournal(); ImportedRun run = source.open()) {
            RunOrigin origin = run.origin();
            journal.append(new JournalEntry.Begun(configuration(origin, known, directory)));
            RequestIds ids = new RequestIds();
            for (Optional<ImportedRequest> next = run.next(); next.isPresent(); next = run.next()) {
                append(journal, next.get(), ids, known.startNanos());
            }
            journal.append(new JournalEntry.PhaseTimed(new PhaseTime(RunPhase.MEASURING, 0, known.measuredNanos())));
            warnings(run).forEach(warning -> journal.append(new JournalEntry.Warned(warning)));
            journal.sync();
            return RunWriter.finish(directory, origin.interrupted());
        }
    }

    private static void append(Journal journal, ImportedRequest request, RequestIds ids, long startNanos) {
        DatasetRecord question = request.question().withId(ids.distinct(request.question().id()));
        List<ModelCall> calls = request.outcome().calls().stream().map(call -> call.countedFrom(startNanos)).toList();
        journal.append(question, request.evaluator(), QueryOutcome.of(question.id(), calls), request.measured());
        request.evaluation()
                .ifPresent(verdict -> journal.append(new JournalEntry.Evaluated(question.id(), verdict)));
    }

    private static List<String> warnings(ImportedRun run) {
        RunOrigin origin = run.origin();
        List<String> warnings = new ArrayList<>();
        warnings.add("Imported from " + origin.source().tool() + ": " + origin.definitions());
        warnings.addAll(run.warnings());
        return warnings.stream().distinct().toList();
    }

    private RunConfiguration configuration(RunOrigin origin, Extent known, RunDirectory directory) {
        Map<String, String> details = new LinkedHashMap<>(Redaction.parameters(origin.details()));
        details.put(RunConfiguration.ORIGIN, origin.source().tool());
        details.put("origin_file", origin.source().file().toString());
        details.put("origin_definitions", origin.definitions());
        origin.source().version().ifPresent(version -> details.put("origin_version", version));
        return new RunConfiguration(RunSettings.measuredElsewhere(origin.dataset().id(), origin.load()),
                new ClientInfo(origin.source().tool(), origin.model(), Optional.empty(), ServingHost.REMOTE, details),
                origin.dataset().name(), RunAccounting.NONE, Optional.of(origin.energyNote()),
                origin.machine().system().orElseGet(() -> SystemInfo.UNKNOWN),
                origin.machine().label().orElse("UNKNOWN_HW"),
                new RunClock(0, known.epochNanos()), directory.path().toAbsolutePath().toString(), Optional.empty(),
                versions);
    }

    /**
     * The time span of a run, from a first reading.
     *
     * @param origin     the origin of the run
     * @param startNanos the scheduled start of its first request, on the tool's clock
     * @param endNanos   the end of its last request
     */
    private record Extent(RunOrigin origin, long startNanos, long endNanos) {
        static Extent of(ImportableRun source) {
            long start = Long.MAX_VALUE;
            long end = Long.MIN_VALUE;
            try (ImportedRun run = source.open()) {
                for (Optional<ImportedRequest> next = run.next(); next.isPresent(); next = run.next()) {
                    start = Math.min(start, next.get().outcome().timeline().intendedStartNanos());
                    end = Math.max(end, next.get().outcome().timeline().endNanos());
                }
                if (end < start) {
                    throw new InputException(run.origin().source().file().toAbsolutePath()
                            + " holds no request, so there is nothing to import. Check that it is the right one");
                }
                if (end - start > MAX_DAYS * NANOS_PER_DAY) {
                    throw new InputException(run.origin().source().file().toAbsolutePath() + " has requests that lie "
                            + (end - start) / NANOS_PER_DAY + " days apart, more than the " + MAX_DAYS
                            + " of the longest supported run. Check its times");
                }
                return new Extent(run.origin(), start, end);
            }
        }

        long measuredNanos() {
            return Math.max(endNanos - startNanos, origin.measuredNanos().orElse(0));
        }

        long epochNanos() {
            return origin.endedAt().map(ended -> BenchmarkToolTimes.epochNanos(ended) - measuredNanos())
                    .orElse(startNanos);
        }

        String defaultName() {
            String name = (origin.source().tool() + "_" + origin.model()).replaceAll("[^A-Za-z0-9._-]+", "_");
            return name.substring(0, Math.min(name.length(), MAX_NAME));
        }
    }
}
