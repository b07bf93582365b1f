package dev.ipw.cli.bench;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import dev.ipw.agents.Agent;
import dev.ipw.analysis.latency.LatencyAnalysis;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.profile.ProfileExecution;
import dev.ipw.cli.servers.AutoServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The profiler of one cell of a grid; it starts a run or resumes it. */
record CellProfiler(CellOptions options, Optional<Agent> agent, Profiler profiler) implements AutoCloseable {
    /**
     * Prepares the run. Nothing is written or sent.
     *
     * @param ipw    shows progress
     * @param cell   the cell
     * @param more   options that its server adds
     * @param folder the folder of its run; an existing run is resumed
     * @param note   receives sentences for the user
     */
    public static CellProfiler open(CommandContext ipw, BenchCell cell, List<String> more, BenchFolder folder,
            Consumer<String> note) {
        CellOptions options = CellOptions.parse(Stream.concat(
                // If the cell's server is known, the run connects to it and starts none.
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

    /** Checks that the cell can be measured and counts its queries; empty if only time limits them. */
    OptionalLong check() throws InterruptedException {
        return profiler.check();
    }

    /** Waits until devices have cooled to their temperature before a run, if that option was set. */
    void coolDown(ProfileRun first) throws InterruptedException {
        profiler.coolDown(first);
    }

    /** Measures the cell. An interrupt ends the run early, and the interrupt flag is restored. */
    ProfileRun run() throws InterruptedException {
        ProfileRun run = profiler.run();
        // The next steps read and write files; an interrupt would break them.
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
