package dev.ipw.cli.bench;

import dev.ipw.ProfileRun;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.terminal.LogFile;
import dev.ipw.error.IpwException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.Redaction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop that measures the cells of a bench one after the other. It writes the list of cells again at each step, so
 * that none is lost.
 */
final class BenchRunner {
    private static final Logger LOGGER = LoggerFactory.getLogger(BenchRunner.class);
    private static final int MAX_REASON = 500;

    private final CommandContext ipw;
    private final BenchFolder folder;
    private final CellServers servers;
    private BenchManifest manifest;
    private @Nullable ProfileRun first;
    private boolean stopped;
    private boolean unreachable;

    BenchRunner(CommandContext ipw, BenchFolder folder, CellServers servers, BenchManifest manifest) {
        this.ipw = ipw;
        this.folder = folder;
        this.servers = servers;
        this.manifest = manifest;
    }

    /** Returns the cells with their states. */
    BenchManifest manifest() {
        return manifest;
    }

    /** Returns whether the user has stopped the bench. */
    boolean isStopped() {
        return stopped;
    }

    /** Returns whether the server of a cell could not be reached, or was lost. */
    boolean isUnreachable() {
        return unreachable;
    }

    /**
     * Checks each remaining cell and counts its queries. Nothing is written and no model is called.
     *
     * @throws IpwException if one cannot be measured
     */
    void check() throws InterruptedException {
        for (BenchManifest.Entry entry : manifest.inOrder()) {
            if (!isDone(entry) && servers.isServed(entry.cell())) {
                try (CellProfiler profiler = CellProfiler.open(ipw, entry.cell(), List.of(), folder, any -> {})) {
                    manifest = manifest.with(entry.of(profiler.check()));
                } catch (IpwException wrong) {
                    ipw.complain("Nothing was begun, since this cell cannot be measured: " + entry.cell().text());
                    throw wrong;
                }
            }
        }
    }

    private boolean isDone(BenchManifest.Entry entry) {
        return entry.state() == CellState.FINISHED && folder.hasResults(entry.cell());
    }

    /** Measures the remaining cells. If a cell fails, the failure is recorded and the next cell is measured. */
    void run() {
        folder.write(manifest);
        List<BenchManifest.Entry> ordered = manifest.inOrder();
        for (int number = 1; number <= ordered.size() && !stopped; number++) {
            BenchManifest.Entry entry = ordered.get(number - 1);
            String place = "Cell " + number + " of " + ordered.size() + ": " + entry.cell().text();
            if (isDone(entry)) {
                ipw.note(place + ": finished before");
                first = first == null ? ProfileRun.open(folder.run(entry.cell())) : first;
            } else {
                ipw.note(place);
                keep(entry.in(CellState.RUNNING, Optional.empty()));
                keep(measured(entry));
            }
        }
    }

    private void keep(BenchManifest.Entry entry) {
        manifest = manifest.with(entry);
        folder.write(manifest);
    }

    private BenchManifest.Entry measured(BenchManifest.Entry entry) {
        try {
            ProfileRun run = measure(entry.cell());
            stopped |= Thread.interrupted();
            first = first == null ? run : first;
            if (!run.summary().interrupted()) {
                return entry.in(CellState.FINISHED, Optional.empty());
            }
            // A run that the user did not stop ends early only if its server is gone.
            unreachable |= !stopped;
            return entry.in(CellState.ENDED_EARLY,
                    Optional.of(stopped ? "it was interrupted" : "its server could no longer be reached"));
        } catch (InterruptedException | CancellationException before) {
            stopped = true;
            return entry.in(CellState.PENDING, Optional.empty());
        } catch (RuntimeException failed) {
            stopped |= Thread.interrupted();
            LOGGER.warn("The cell {} failed", entry.cell().name(), failed);
            unreachable |= failed instanceof ServerUnreachableException;
            String why = failed instanceof IpwException
                    ? Redaction.text(String.valueOf(failed.getMessage()))
                    : "ipw failed unexpectedly: " + Redaction.excerpt(FailureText.of(failed), MAX_REASON)
                            + ". The log has the details: " + LogFile.path();
            ipw.complain("Failed: " + entry.cell().text() + ": " + why);
            return entry.in(CellState.FAILED, Optional.of(why));
        }
    }

    /** Starts the cell's server if needed, and measures the cell. */
    private ProfileRun measure(BenchCell cell) throws InterruptedException {
        List<String> more = servers.serve(cell);
        try (CellProfiler profiler = CellProfiler.open(ipw, cell, more, folder, ipw::note)) {
            ProfileRun before = first;
            if (before != null) {
                profiler.coolDown(before);
            }
            ProfileRun run = profiler.run();
            servers.keep(run.path());
            return run;
        }
    }
}
