package dev.ipw.agents.command;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.tool.CommandSandbox;
import dev.ipw.benchmarks.sandbox.Sandbox;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The user's settings for a program.
 *
 * @param run         shell commands that do the task
 * @param setup       commands that prepare the place
 * @param answerFile  the file with the answer, within the working folder; empty takes the end of the program's output
 * @param trajectory  a file of the program to store; within the working folder, or absolute in an environment
 * @param model       the model's name, for the program
 * @param sandbox     isolates the program if the task has no environment
 * @param folders     folders of this machine that the program needs, such as its installation; it cannot change them
 * @param hasNetwork  whether it can use the network, without which it reaches no model
 * @param timeout     the time limit
 * @param memoryBytes the memory limit of its processes together
 */
record CommandSettings(String run, Optional<String> setup, Optional<String> answerFile, Optional<String> trajectory,
        Optional<String> model, Optional<Sandbox> sandbox, List<Path> folders, boolean hasNetwork, Duration timeout,
        long memoryBytes) {
    private static final Duration TIMEOUT = Duration.ofHours(1);
    private static final String WORK = "/work";
    private static final int MEMORY_MEBIBYTES = 8_192;

    /** Reads the parameters. */
    static CommandSettings of(AgentContext context, Parameters parameters) {
        String run = parameters.text("run").filter(text -> !text.isBlank())
                .orElseThrow(() -> new ConfigurationException(
                        "The agent command needs the parameter run: the commands that do a task, such as "
                                + "run='codex exec \"$IPW_TASK\"'"));
        List<Path> folders = parameters.text("folders").stream().flatMap(text -> Stream.of(text.split(":", -1)))
                .filter(text -> !text.isBlank()).map(CommandSettings::folder).toList();
        CommandSandbox kept = CommandSandbox.of(context.environment(), parameters);
        int mebibytes = parameters.integer("memory_mb").orElse(MEMORY_MEBIBYTES);
        return new CommandSettings(run, parameters.text("setup"), parameters.text("answer"),
                parameters.text("trajectory"), context.model().model(), kept.sandbox(), folders,
                parameters.flag("network").orElse(true), parameters.duration("timeout").orElse(TIMEOUT),
                (long) mebibytes << 20);
    }

    private static Path folder(String text) {
        Path folder = Path.of(text.strip()).toAbsolutePath().normalize();
        if (!Files.isDirectory(folder)) {
            throw new ConfigurationException("The parameter folders names " + folder
                    + ", which is no folder: separate existing folders by colons");
        }
        if (folder.startsWith(WORK)) {
            throw new ConfigurationException("The parameter folders names " + folder + ", but " + WORK
                    + " is the task's own folder in a sandbox: put the program elsewhere");
        }
        return folder;
    }
}
