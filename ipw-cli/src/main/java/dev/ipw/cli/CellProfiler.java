package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import dev.ipw.agents.Agent;
import dev.ipw.engine.analysis.LatencyAnalysis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Measure one cell of a grid, or go on with it. */
final class CellProfiler implements AutoCloseable {
    private final CellOptions options;
    private final Optional<Agent> agent;
    private final Profiler profiler;

    private CellProfiler(CellOptions options, Optional<Agent> agent, Profiler profiler) {
        this.options = options;
        this.agent = agent;
        this.profiler = profiler;
    }

    /**
     * Get ready. Nothing is written or sent.
     *
     * @param ipw    shows progress
     * @param cell   the cell
     * @param more   options that its server adds
     * @param folder where its run is kept; what is there is gone on with
     * @param note   takes sentences for the user
     */
    static CellProfiler open(IpwCommand ipw, BenchCell cell, List<String> more, BenchFolder folder,
            Consumer<String> note) {
        CellOptions options = CellOptions.parse(Stream.concat(
                // Where its server is known, it is asked there, and none is to be started.
                cell.arguments().stream().filter(one -> more.isEmpty() || !AutoServerOptions.isOwn(one)),
                more.stream()).toList());
        Path run = folder.run(cell);
        Optional<Agent> agent = options.agent(ipw.classLoader(), note);
        try {
            ProfilerBuilder builder = new ProfileExecution(ipw, options.profile()).builder().storage(
                    where -> where.output(folder.path()).runName(cell.name()).resume(Files.isDirectory(run)));
            agent.ifPresent(builder::queryRunner);
            return new CellProfiler(options, agent, builder.build());
        } catch (RuntimeException wrong) {
            agent.ifPresent(Agent::close);
            throw wrong;
        }
    }

    /** Check that it can be measured, and count its queries; empty where only time ends them. */
    OptionalLong check() throws InterruptedException {
        return profiler.check();
    }

    /** Let devices cool down to where they were before a run, if that was asked for. */
    void coolDown(ProfileRun first) throws InterruptedException {
        profiler.coolDown(first);
    }

    /** Measure it. An interrupt ends it early and is restored. */
    ProfileRun run() throws InterruptedException {
        ProfileRun run = profiler.run();
        // What follows reads and writes files, which an interrupt would break.
        boolean interrupted = Thread.interrupted();
        options.profile().serviceLevels().ifPresent(levels -> run.analyze(new LatencyAnalysis(levels)));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return run;
    }

    @Override
    public void close() {
        try {
            profiler.close();
        } finally {
            agent.ifPresent(Agent::close);
        }
    }
}
