package dev.ipw.cli.mcp;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.Version;
import dev.ipw.cli.terminal.ExitCode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command that lets an assistant read runs, and measure if the user allows it, over standard input and output
 * with the Model Context Protocol.
 */
@Command(name = "mcp",
        description = {"Serve doctor, list_runs, show, report, compare and analyze as tools to an assistant,"
                + " by the Model Context Protocol (MCP) over standard input and output.",
                "It reads the runs of one folder and writes nothing, unless it may profile."})
public final class McpCommand implements Callable<Integer> {
    private static final String INSTRUCTIONS = "Tools for runs that measured what answers of language models cost: joules, watts,"
            + " seconds, dollars, and how many were right. list_runs names the runs. A figure that was not measured is null;"
            + " never take it for 0. Every figure in joules stands beside its provenance: MEASURED, INTEGRATED and ESTIMATED"
            + " differ in trust. left_out tells what was cut from a long result.";

    private final CommandContext ipw;

    @Option(names = "--runs", paramLabel = "FOLDER", defaultValue = "runs",
            description = "The folder whose runs may be read; nothing outside of it is. Default: ${DEFAULT-VALUE}.")
    private Path runs = Path.of("runs");

    @Option(names = "--allow-profile",
            description = "Offer the tool profile too, which asks a model questions and keeps a run in the folder of --runs.")
    private boolean allowProfile;

    public McpCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() throws InterruptedException {
        RunsFolder folder = RunsFolder.of(runs);
        List<ServedTool> tools = new ArrayList<>(new ReadingTools(folder, ipw.classLoader()).all());
        if (allowProfile) {
            tools.add(new ProfileTool(folder, ipw).tool());
        }
        ipw.note("Serving " + String.join(", ", tools.stream().map(ServedTool::name).toList()) + " of " + folder.root()
                + " by MCP. An assistant starts this command itself; the end of its input ends it.");
        PrintStream before = System.out;
        try {
            // Other output must not disturb the protocol.
            System.setOut(System.err);
            AssistantServer.serve(tools, Version.number(), INSTRUCTIONS, System.in, ipw.terminal().out().trusted());
        } finally {
            System.setOut(before);
        }
        return ExitCode.FINE;
    }
}
