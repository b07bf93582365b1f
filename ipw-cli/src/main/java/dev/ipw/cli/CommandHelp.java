package dev.ipw.cli;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The layout of each command's help: usage and examples, the common options, then the rare ones by topic. A command
 * with many options shows the rare ones, and its exit codes, only by {@code --help-all}.
 */
final class CommandHelp {
    private static final String EXAMPLES = "examples";
    private static final String INDENT = "  ";
    private static final String MAIN = "Options";
    private static final String LAST = "All commands";
    /** The only command with exit codes of its own. */
    private static final String COMPARING = "compare";
    /** The maximum number of options that are listed together, without the topics of rare ones. */
    private static final int MANY = 20;
    private static final int NAME_COLUMNS = 9;
    /** Options of a group in code that are common nevertheless, and appear behind another option. */
    private static final Map<String, String> COMMON = Map.of("--concurrency", "--max-queries");
    private static final Set<String> BRIEF_LAST = Set.of("--json", "--help", CommandContext.HELP_ALL);

    /** Options without a group in code, by the heading under which they appear. */
    private static final Map<String, Set<String>> RARE = rare();

    private static final Map<String, Map<String, String>> COMMANDS = commands();

    private CommandHelp() {}

    private static Map<String, Set<String>> rare() {
        Map<String, Set<String>> rare = new LinkedHashMap<>();
        rare.put("Questions and answers",
                Set.of("--dataset-param", "--task-env", "--evaluator", "--evaluator-param", "--epochs",
                        "--prompt-template", "--offline", "--system", "--seed"));
        rare.put("How it is measured", Set.of("--client-param", "--header", "--warmup-queries", "--idle-seconds",
                "--no-calibration", "--serving-host", "--replica"));
        rare.put("Callers and servers", Set.of("--pass", "--no-usage-request", "--upstream-key-env",
                "--trust-store", "--allow-figures", "--drain-seconds", "--max-connections", "--max-body-mb",
                "--max-tenants", "--salt-file"));
        rare.put("How the run is kept", Set.of("--config", "--overwrite", "--resume", "--view"));
        rare.put("Axes", Set.of("--bins", "--bin", "--log-x", "--log-y", "--title"));
        rare.put(LAST, Set.of("--plugins", "--json", "--quiet", "--verbose", "--allow-root-sandbox", "--help",
                CommandContext.HELP_ALL, "--version"));
        return rare;
    }

    private static Map<String, Map<String, String>> commands() {
        Map<String, Map<String, String>> commands = new LinkedHashMap<>();
        commands.put("Measure", ordered("profile", "ask a model questions and measure what answers cost",
                "run", "let an agent do tasks and measure each turn and tool",
                "bench", "measure all combinations of agents, models and datasets",
                "watch", "see how a run goes on",
                "merge", "one run from shards that several machines ran"));
        commands.put("Look at runs", ordered("show", "a run's slowest and failed requests, or one request",
                "analyze", "everything about a run, and further analyses",
                "compare", "what got better or worse, and whether by chance",
                "plan", "how long runs must be to find a difference",
                "view", "runs, queries and live runs in a browser",
                "report", "one page in one file", "plot", "images"));
        commands.put("Exchange and score", ordered("export", "a run as a table, or in a format to publish",
                "import", "results of other tools as runs",
                "score", "answers scored by another evaluator",
                "attribute", "joules of each request, from logs of any system"));
        commands.put("This machine", ordered("doctor", "what can be measured here, and why the rest cannot",
                "monitor", "readings of every sensor", "list", "what can be named in options: datasets, clients ...",
                "datasets", "what datasets need and how they are scored"));
        commands.put("Servers", ordered("serve", "the embedded model, as OpenAI, Anthropic and Ollama do",
                "meter", "the joules of every request of a running server, live",
                "servers", "start and stop model servers on this machine",
                "mcp", "results for an assistant, by the Model Context Protocol"));
        return commands;
    }

    private static Map<String, String> ordered(String... namesAndPurposes) {
        Map<String, String> ordered = new LinkedHashMap<>();
        for (int each = 0; each < namesAndPurposes.length; each += 2) {
            ordered.put(namesAndPurposes[each], namesAndPurposes[each + 1]);
        }
        return ordered;
    }

    /**
     * Applies this layout to a command and all its subcommands.
     *
     * @param isWhole whether to show all options
     */
    static void layOut(CommandLine line, boolean isWhole) {
        List<String> keys = new ArrayList<>(line.getHelpSectionKeys());
        List<String> commands = List.of(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
                UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
        keys.remove(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING);
        keys.removeAll(commands);
        int place = keys.indexOf(UsageMessageSpec.SECTION_KEY_DESCRIPTION) + 1;
        keys.addAll(place, commands);
        keys.add(place, EXAMPLES);
        line.setHelpSectionKeys(keys);
        sections(line, isWhole);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, any -> "");
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandHelp::commandList);
    }

    private static void sections(CommandLine line, boolean isWhole) {
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        usage.abbreviateSynopsis(true);
        if (line.getParent() != null && !line.getCommandName().equals(COMPARING)) {
            Map<String, String> codes = new LinkedHashMap<>(usage.exitCodeList());
            codes.values().removeIf(meaning -> meaning.startsWith(COMPARING + ":"));
            usage.exitCodeList(codes);
        }
        usage.parameterListHeading("%nParameters:%n");
        line.getHelpSectionMap().put(EXAMPLES, CommandHelp::examples);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, isWhole));
        for (String section : List.of(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
                UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST)) {
            IHelpSectionRenderer known = Objects.requireNonNull(line.getHelpSectionMap().get(section));
            line.getHelpSectionMap().put(section, help -> !isWhole && isLarge(help) ? "" : known.render(help));
        }
        line.getSubcommands().values().forEach(command -> sections(command, isWhole));
    }

    private static String examples(Help help) {
        String name = help.commandSpec().qualifiedName(" ").replaceFirst("^ipw ", "");
        int width = help.commandSpec().usageMessage().width();
        // A line that continues ends with the shell's backslash.
        String lines = CommandExamples.of(name).stream()
                .map(example -> String.join(" \\\n      ", TextTable.wrap(example, width - 8)))
                .map(example -> INDENT + example + "\n").collect(Collectors.joining());
        return lines.isEmpty() ? "" : "\nExamples:\n" + lines;
    }

    private static String options(Help help, boolean isWhole) {
        Map<String, List<OptionSpec>> byHeading = new LinkedHashMap<>();
        byHeading.put(MAIN, new ArrayList<>());
        RARE.keySet().forEach(heading -> byHeading.put(heading, new ArrayList<>()));
        Set<OptionSpec> grouped = help.commandSpec().argGroups().stream()
                .flatMap(group -> group.allOptionsNested().stream()).collect(Collectors.toSet());
        help.commandSpec().options().stream().filter(option -> !grouped.contains(option) && !option.hidden())
                .forEach(option -> byHeading.getOrDefault(heading(option), List.of()).add(option));
        if (!isWhole && isLarge(help)) {
            return brief(help, grouped, byHeading);
        }
        if (!isLarge(help)) {
            RARE.keySet().stream().filter(heading -> !heading.equals(LAST)).forEach(heading -> {
                byHeading.getOrDefault(MAIN, List.of()).addAll(byHeading.getOrDefault(heading, List.of()));
                byHeading.put(heading, new ArrayList<>());
            });
        }
        List<OptionSpec> last = Objects.requireNonNull(byHeading.remove(LAST));
        StringBuilder text = new StringBuilder();
        byHeading.forEach((heading, options) -> append(text, help, heading, options));
        text.append(help.optionListGroupSections());
        append(text, help, LAST, last);
        return text.toString();
    }

    private static boolean isLarge(Help help) {
        return help.commandSpec().options().size() > MANY;
    }

    private static String brief(Help help, Set<OptionSpec> grouped, Map<String, List<OptionSpec>> byHeading) {
        List<OptionSpec> common = new ArrayList<>();
        byHeading.getOrDefault(MAIN, List.of()).forEach(option -> {
            common.add(option);
            grouped.stream().filter(one -> option.longestName().equals(COMMON.get(one.longestName())))
                    .forEach(common::add);
        });
        List<OptionSpec> last = byHeading.getOrDefault(LAST, List.of()).stream()
                .filter(option -> BRIEF_LAST.contains(option.longestName())).toList();
        StringBuilder text = new StringBuilder();
        append(text, help, MAIN, common);
        append(text, help, LAST, last);
        long all = help.commandSpec().options().stream().filter(option -> !option.hidden()).count();
        return text.append('\n').append(TextTable.paragraph("'" + help.commandSpec().qualifiedName() + " "
                + CommandContext.HELP_ALL + "' shows all " + all + " options and the exit codes.", "",
                help.commandSpec().usageMessage().width())).toString();
    }

    private static void append(StringBuilder text, Help help, String heading, List<OptionSpec> options) {
        if (!options.isEmpty()) {
            text.append('\n').append(heading).append(":\n").append(help.optionListExcludingGroups(options));
        }
    }

    private static String heading(OptionSpec option) {
        return RARE.entrySet().stream().filter(rare -> rare.getValue().contains(option.longestName()))
                .map(Map.Entry::getKey).findFirst().orElse(MAIN);
    }

    private static String commandList(Help help) {
        Map<String, CommandLine> known = help.commandSpec().subcommands();
        Set<String> left = known.entrySet().stream()
                .filter(entry -> entry.getKey().equals(entry.getValue().getCommandName())).map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        left.remove("help");
        int width = help.commandSpec().usageMessage().width();
        StringBuilder text = new StringBuilder();
        COMMANDS.forEach((heading, purposes) -> {
            TextTable table = new TextTable();
            purposes.forEach((name, purpose) -> {
                if (left.remove(name)) {
                    table.row(padded(name), purpose);
                }
            });
            text.append('\n').append(heading).append(":\n").append(table.format(INDENT, width));
        });
        if (!left.isEmpty()) {
            text.append("\nOther:\n").append(TextTable.paragraph(String.join(", ", left), INDENT, width));
        }
        return text.append("\n'ipw COMMAND --help' says how to use one.\n").toString();
    }

    private static String padded(String name) {
        return name + " ".repeat(Math.max(0, NAME_COLUMNS - name.length()));
    }
}
