package dev.ipw.cli;

import dev.ipw.agents.Agent;
import dev.ipw.error.ConfigurationException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Hold what is asked of one cell of a grid, in the options of {@code ipw profile} and {@code ipw run}. */
@Command(name = BenchCommand.NAME)
final class CellOptions {
    /** What a grid gives each cell itself, and what makes several runs of one. */
    private static final Set<String> NOT_OF_CELLS = Set.of("config", "run-name", "resume", "overwrite", "output-dir",
            "sweep", "find-rate", "attainment", "repeat", "interleave", "replay", "replay-speed");

    @ArgGroup(validate = false)
    private AgentOptions agent = new AgentOptions();

    @Mixin
    private final ProfileOptions options = new ProfileOptions();

    private CellOptions() {}

    /**
     * Read arguments; of an option that is given twice, the later counts.
     *
     * @throws ConfigurationException if they are no options of a cell, or cannot work
     */
    static CellOptions parse(List<String> arguments) {
        CellOptions cell = new CellOptions();
        CommandLine line = new CommandLine(cell).setOverwrittenOptionsAllowed(true);
        Numbers.readBy(line);
        String[] typed = arguments.toArray(String[]::new);
        try {
            line.parseArgs(typed);
        } catch (ParameterException wrong) {
            Set<String> known = line.getCommandSpec().optionsMap().keySet();
            throw new ConfigurationException(
                    new TypedCommand(typed, known).withoutSecrets(String.valueOf(wrong.getMessage())), wrong);
        }
        cell.options.check();
        return cell;
    }

    /** Return the options there are, those among them that no cell has. */
    static CommandSpec spec() {
        return CommandSpec.forAnnotatedObject(new CellOptions());
    }

    /** List the names of a cell's options without dashes. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>(names(spec()));
        names.removeAll(NOT_OF_CELLS);
        return names;
    }

    /** List the names of options without dashes. */
    static Set<String> names(CommandSpec spec) {
        return spec.options().stream().map(option -> option.longestName().substring(2)).collect(Collectors.toSet());
    }

    /** Return the options that {@code ipw profile} has too. */
    ProfileOptions profile() {
        return options;
    }

    /**
     * Make the agent; empty where questions are asked as they stand.
     *
     * @param loader finds plugins
     * @param note   takes sentences for the user
     */
    Optional<Agent> agent(ClassLoader loader, Consumer<String> note) {
        return agent.isNone() ? Optional.empty() : Optional.of(agent.agent(options, loader, note));
    }
}
