package dev.ipw.cli.bench;

import dev.ipw.agents.Agent;
import dev.ipw.cli.command.TypedCommand;
import dev.ipw.cli.profile.AgentOptions;
import dev.ipw.cli.profile.ProfileOptions;
import dev.ipw.cli.text.Numbers;
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

/** The options of one cell of a grid: those of {@code ipw profile} and {@code ipw run}. */
@Command(name = BenchCommand.NAME)
final class CellOptions {
    /** The options that a grid sets for each cell, and those that make several runs of one. */
    private static final Set<String> NOT_OF_CELLS = Set.of("config", "run-name", "resume", "overwrite", "output-dir",
            "sweep", "find-rate", "attainment", "repeat", "interleave", "replay", "replay-speed");

    @ArgGroup(validate = false)
    private AgentOptions agent = new AgentOptions();

    @Mixin
    private final ProfileOptions options = new ProfileOptions();

    private CellOptions() {}

    /**
     * Parses arguments; of an option that is given twice, the later one counts.
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

    /** Returns all options, including those that no cell has. */
    static CommandSpec spec() {
        return CommandSpec.forAnnotatedObject(new CellOptions());
    }

    /** Returns the names of a cell's options without dashes. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>(names(spec()));
        names.removeAll(NOT_OF_CELLS);
        return names;
    }

    /** Returns the names of options without dashes. */
    static Set<String> names(CommandSpec spec) {
        return spec.options().stream().map(option -> option.longestName().substring(2)).collect(Collectors.toSet());
    }

    /** Returns the options that {@code ipw profile} also has. */
    ProfileOptions profile() {
        return options;
    }

    /**
     * Creates the agent; empty if questions are asked unchanged.
     *
     * @param loader finds plugins
     * @param note   receives sentences for the user
     */
    Optional<Agent> agent(ClassLoader loader, Consumer<String> note) {
        return agent.isNone() ? Optional.empty() : Optional.of(agent.agent(options, loader, note));
    }
}
