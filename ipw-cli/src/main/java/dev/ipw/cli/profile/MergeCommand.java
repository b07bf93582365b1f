package dev.ipw.cli.profile;

import dev.ipw.RunMerge;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.result.RunReport;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that merges the shards of a run. */
@Command(name = "merge", description = {
        "Merge the finished shards of a run, which 'profile --shard' made, into one run: its joules are divided over the "
                + "requests of all shards. The shards stay as they are.",
        "With a shard missing, unfinished or damaged nothing is changed, and the exit code is 2."})
public final class MergeCommand implements Runnable {
    private final CommandContext ipw;

    @Parameters(arity = "1", paramLabel = "RUN", description = "The folder of a run in shards, with shards.json.")
    private @Nullable Path run;

    @Option(names = "--partial",
            description = "Leave out shards that are missing, unfinished or damaged. The run is then INVALID, and has no "
                    + "headline.")
    private boolean partial;

    @Option(names = "--clock-difference", paramLabel = "TIME",
            description = "How far the clocks of two machines may differ, for example 2ms where they are synchronized. "
                    + "Default: 1s, with which requests of several machines have no joules of their own.")
    private @Nullable String clockDifference;

    public MergeCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        if (run == null) {
            throw new ConfigurationException("merge needs the folder of a run in shards");
        }
        RunMerge merge = RunMerge.of(run).partial(partial);
        if (clockDifference != null) {
            merge = merge.clockDifference(DurationText.parse(clockDifference)
                    .orElseThrow(
                            () -> new ConfigurationException("--clock-difference is a time such as 2ms or 0.5s, not '"
                                    + clockDifference + "'")));
        }
        RunReport report = new RunReport(merge.run());
        ipw.answer(() -> report.text(ipw.terminal().columns()), report::tree);
    }
}
