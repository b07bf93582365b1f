package dev.ipw.cli;

import dev.ipw.cli.analyze.AnalyzeCommand;
import dev.ipw.cli.bench.BenchCommand;
import dev.ipw.cli.bench.BenchShowCommand;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.TypedCommand;
import dev.ipw.cli.command.Version;
import dev.ipw.cli.compare.CompareCommand;
import dev.ipw.cli.datasets.DatasetsCommand;
import dev.ipw.cli.datasets.ListCommand;
import dev.ipw.cli.doctor.DoctorCommand;
import dev.ipw.cli.exchange.AttributeCommand;
import dev.ipw.cli.exchange.ExportCommand;
import dev.ipw.cli.exchange.ImportCommand;
import dev.ipw.cli.mcp.McpCommand;
import dev.ipw.cli.meter.MeterCommand;
import dev.ipw.cli.monitor.MonitorCommand;
import dev.ipw.cli.profile.MergeCommand;
import dev.ipw.cli.profile.ProfileCommand;
import dev.ipw.cli.profile.RunCommand;
import dev.ipw.cli.score.ScoreCommand;
import dev.ipw.cli.serve.ServeCommand;
import dev.ipw.cli.servers.ServersCommand;
import dev.ipw.cli.show.PlanCommand;
import dev.ipw.cli.show.PlotCommand;
import dev.ipw.cli.show.ReportCommand;
import dev.ipw.cli.show.ShowCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.LogFile;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.text.Numbers;
import dev.ipw.cli.text.TextTable;
import dev.ipw.cli.view.ViewCommand;
import dev.ipw.cli.watch.WatchCommand;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.names.NearestNames;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code ipw} command, which finds and runs one of its subcommands. */
@Command(name = "ipw", scope = ScopeType.INHERIT, mixinStandardHelpOptions = true, versionProvider = Version.class,
        sortOptions = false, usageHelpAutoWidth = false, synopsisSubcommandLabel = "COMMAND",
        description = "Measure the joules, watts and seconds that a language model needs for its correct answers.",
        commandListHeading = "%nCommands:%n", optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n", exitCodeList = {
                "0:fine", "1:some requests failed, no answer could be evaluated, or the command could not be finished",
                "2:wrong use: an option, id, file or folder that cannot work",
                "3:the model server, or an exporter that was named, cannot be reached",
                "4:compare: a difference lies wholly beyond a limit of --fail-if",
                "5:compare: these runs cannot decide it",
                "130:interrupted; what was finished is kept",
                "141:the reader of the output closed it early, as head does"})
public final class IpwCommand implements Runnable {
    @Mixin
    private final CommandContext context;

    @Option(names = "--allow-root-sandbox", scope = ScopeType.INHERIT,
            description = "Run programs of models and tasks although this is root, each as a user of its own.")
    void allowRootSandbox(boolean isAllowed) {
        // The permission is a property of the process, because the process as a whole runs as root.
        System.setProperty("ipw.allowRootSandbox", String.valueOf(isAllowed));
    }

    /** The minimum width that picocli supports. */
    private static final int MIN_HELP_COLUMNS = 55;
    private static final int MAX_HELP_COLUMNS = 120;

    private IpwCommand(Terminal terminal) {
        context = new CommandContext(terminal, (arguments, captured) -> run(arguments, captured));
    }

    /** Runs the typed command and returns the exit code in all cases: picocli does not catch errors of the runtime. */
    public static int run(String[] arguments, Terminal terminal) {
        return run(arguments, terminal, Thread::sleep);
    }

    /** Runs the typed command, with a custom pause between two reads of a watched run. */
    public static int run(String[] arguments, Terminal terminal, WatchCommand.Pause pause) {
        return Failures.ofResult(execute(arguments, terminal, pause), terminal);
    }

    private static int execute(String[] arguments, Terminal terminal, WatchCommand.Pause pause) {
        try {
            CommandLine line = line(arguments, terminal, pause);
            return line.execute(Stream.of(withConfigFile(arguments, line, terminal))
                    .map(word -> word.equals(CommandContext.HELP_ALL) ? "--help" : word).toArray(String[]::new));
        } catch (Throwable failure) {
            return Failures.report(failure, terminal);
        }
    }

    private static String[] withConfigFile(String[] arguments, CommandLine line, Terminal terminal) {
        Set<String> measuring = Set.of(ProfileCommand.NAME, RunCommand.NAME, BenchCommand.NAME);
        String name = Stream.of(arguments).filter(measuring::contains).findFirst().orElse(ProfileCommand.NAME);
        CommandLine command = line.getSubcommands().get(name);
        try {
            return ConfigFile.expand(arguments, Objects.requireNonNull(command).getCommandSpec());
        } catch (IpwException wrong) {
            // No command has started that would have opened the log.
            LogFile.install(terminal.err(), false);
            throw wrong;
        }
    }

    /** Creates the complete command line, for execution or for parsing only. */
    public static CommandLine line(String[] arguments, Terminal terminal) {
        return line(arguments, terminal, Thread::sleep);
    }

    private static CommandLine line(String[] arguments, Terminal terminal, WatchCommand.Pause pause) {
        IpwCommand root = new IpwCommand(terminal);
        CommandContext ipw = root.context;
        CommandLine line = new CommandLine(root);
        line.addSubcommand(new ProfileCommand(ipw));
        line.addSubcommand(new RunCommand(ipw));
        line.addSubcommand(new CommandLine(new BenchCommand(ipw)).addSubcommand(new BenchShowCommand(ipw)));
        line.addSubcommand(new MergeCommand(ipw));
        line.addSubcommand(new AnalyzeCommand(ipw));
        line.addSubcommand(new CompareCommand(ipw));
        line.addSubcommand(new PlanCommand(ipw));
        line.addSubcommand(new PlotCommand(ipw));
        line.addSubcommand(new ReportCommand(ipw));
        line.addSubcommand(new ShowCommand(ipw));
        line.addSubcommand(new ViewCommand(ipw));
        line.addSubcommand(new ExportCommand(ipw));
        line.addSubcommand(new ImportCommand(ipw));
        line.addSubcommand(new ScoreCommand(ipw));
        line.addSubcommand(new AttributeCommand(ipw));
        line.addSubcommand(new ListCommand(ipw));
        line.addSubcommand(new DatasetsCommand(ipw));
        line.addSubcommand(new DoctorCommand(ipw));
        line.addSubcommand(new MonitorCommand(ipw));
        line.addSubcommand(new MeterCommand(ipw));
        line.addSubcommand(new WatchCommand(ipw, pause));
        line.addSubcommand(new ServeCommand(ipw));
        line.addSubcommand(new ServersCommand(ipw));
        line.addSubcommand(new McpCommand(ipw));
        line.addSubcommand(new CommandLine.HelpCommand());
        ipw.typed(new TypedCommand(arguments, options(line)).text());
        Numbers.readBy(line);
        // Help is trusted text of this program, with colours.
        line.setOut(new PrintWriter(terminal.out().trusted(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
        line.setColorScheme(Help.defaultColorScheme(terminal.colour() ? Help.Ansi.ON : Help.Ansi.OFF));
        line.setUsageHelpWidth(Math.clamp(terminal.columns(), MIN_HELP_COLUMNS, MAX_HELP_COLUMNS));
        CommandHelp.layOut(line, List.of(arguments).contains(CommandContext.HELP_ALL));
        line.setParameterExceptionHandler((wrong, all) -> wrongUse(wrong, all, terminal));
        line.setExecutionExceptionHandler((failure, command, parsed) -> Failures.report(failure, terminal));
        line.setExecutionStrategy(root::execute);
        return line;
    }

    private static Set<String> options(CommandLine line) {
        return Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .flatMap(command -> command.getCommandSpec().optionsMap().keySet().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private int execute(ParseResult parsed) {
        if (!parsed.isUsageHelpRequested() && !parsed.isVersionHelpRequested()) {
            LogFile.install(context.terminal().err(), context.verbose());
            try {
                context.loadPlugins();
            } catch (ConfigurationException wrong) {
                return Failures.report(wrong, context.terminal());
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int wrongUse(CommandLine.ParameterException wrong, String[] arguments, Terminal terminal) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        TypedCommand quoted = new TypedCommand(arguments, options(command));
        String message = wrong instanceof UnmatchedArgumentException unmatched
                ? UnmatchedText.of(unmatched)
                : String.valueOf(wrong.getMessage());
        String text = quoted.withoutSecrets(message);
        (terminal.live() ? TextTable.wrap(text, terminal.columns()) : List.of(text)).forEach(err::println);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.WRONG_USE;
    }

    /** Handles a call without a command. */
    @Override
    public void run() {
        throw new ConfigurationException("A command is missing, for example 'ipw profile'. Try 'ipw --help'.");
    }

    /** The message for an unknown option or command, with the likely intended one. */
    private static final class UnmatchedText {
        private UnmatchedText() {}

        static String of(UnmatchedArgumentException wrong) {
            CommandLine command = wrong.getCommandLine();
            String typed = wrong.getUnmatched().getFirst();
            if (typed.startsWith("-")) {
                String name = typed.contains("=") ? typed.substring(0, typed.indexOf('=')) : typed;
                List<String> options = command.getCommandSpec().options().stream()
                        .filter(Predicate.not(ArgSpec::hidden))
                        .flatMap(option -> List.of(option.names()).stream()).filter(option -> option.startsWith("--"))
                        .toList();
                return "Unknown option '" + name + "'." + NearestNames.question(name, options);
            }
            Set<String> commands = command.getSubcommands().keySet();
            if (commands.isEmpty()) {
                return "'" + typed + "' is one argument too many.";
            }
            // If an argument is allowed here too, a mistyped command was parsed as that argument.
            String first = command.getCommandSpec().positionalParameters().stream()
                    .flatMap(argument -> argument.stringValues().stream()).findFirst().orElse(typed);
            return "Unknown command '" + first + "'." + NearestNames.question(first, commands);
        }
    }
}
