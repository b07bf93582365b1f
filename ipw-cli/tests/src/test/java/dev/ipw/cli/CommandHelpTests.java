package dev.ipw.cli;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.benchmarks.export.FolderFormat;
import dev.ipw.benchmarks.export.ResultFormat;
import dev.ipw.cli.command.PluginKind;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.error.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** Looks at the help of every command. */
class CommandHelpTests {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private final CapturedTerminal captured = new CapturedTerminal();

    static List<String> commands() {
        List<String> commands = new ArrayList<>(List.of("ipw", "bench show"));
        commands.addAll(line().getSubcommands().keySet());
        commands.remove("serve-embedded");
        return commands;
    }

    private static CommandLine line() {
        return IpwCommand.line(new String[0], new CapturedTerminal().terminal(80));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void hasThreeExamplesThatParse(String command) {
        assertThat(CommandExamples.of(command)).hasSize(3).allSatisfy(example -> {
            assertThat(example).startsWith("ipw");
            String[] words = WORD.matcher(example.substring("ipw".length())).results()
                    .map(CommandHelpTests::unquoted).toArray(String[]::new);
            assertThatCode(() -> IpwCommand.line(words, captured.terminal(80)).parseArgs(words)).as(example)
                    .doesNotThrowAnyException();
        });
    }

    @ParameterizedTest
    @MethodSource("commands")
    void namesPluginsThatExist(String command) {
        assertThat(CommandExamples.of(command)).allSatisfy(example -> assertThat(unknownIds(example)).as(example)
                .isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ipw profile --dataset mmlu-prof", "ipw bench --datasets gsm8k,nothing",
            "ipw profile --client opennai", "ipw score runs/a --evaluator contains-all",
            "ipw analyze runs/a --analysis x",
            "ipw plot runs/a --visualization x", "ipw run --agent raect", "ipw run --tools calculator,calc",
            "ipw profile --telemetry auto,nvm", "ipw import llmetre a", "ipw datasets show mmlu-prof",
            "ipw export runs/a --format tracs", "ipw compare a b --dimension tpto"})
    void findsPluginsThatDoNotExist(String example) {
        assertThat(unknownIds(example)).hasSize(1);
    }

    /** Return what an example names and nobody has: ids, formats and dimensions. */
    private List<String> unknownIds(String example) {
        String[] words = WORD.matcher(example.substring("ipw".length())).results()
                .map(CommandHelpTests::unquoted).toArray(String[]::new);
        ParseResult parsed = IpwCommand.line(words, captured.terminal(80)).parseArgs(words);
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        List<String> unknown = new ArrayList<>();
        parsed.matchedOptions().forEach(option -> unknown.addAll(unknown(option.longestName(), option)));
        String command = parsed.commandSpec().name();
        parsed.matchedPositionals().forEach(argument -> unknown
                .addAll(unknown(command + " " + argument.paramLabel(), argument)));
        return unknown;
    }

    private static List<String> unknown(String place, ArgSpec argument) {
        Stream<String> ids = argument.stringValues().stream().flatMap(value -> Stream.of(value.split(",")))
                .map(id -> id.replaceAll(":.*", ""));
        if (place.equals("--dimension")) {
            return ids.filter(id -> !isDimension(id)).toList();
        }
        Set<String> known = known(place);
        return known.isEmpty() ? List.of() : ids.filter(id -> !known.contains(id)).toList();
    }

    private static boolean isDimension(String name) {
        try {
            return !ComparedDimension.named(name).label().isEmpty();
        } catch (ConfigurationException unknown) {
            return false;
        }
    }

    /** Return what may stand in a place; nothing if it takes no id. */
    private static Set<String> known(String place) {
        return switch (place) {
            case "--client", "--judge-client" -> ids(PluginKind.CLIENTS);
            case "--dataset", "--datasets", "datasets ID" -> ids(PluginKind.DATASETS);
            case "--evaluator" -> ids(PluginKind.EVALUATORS);
            case "--analysis" -> ids(PluginKind.ANALYSES);
            case "--visualization" -> ids(PluginKind.VISUALIZATIONS);
            case "--agent", "--agents" -> ids(PluginKind.AGENTS, "none");
            case "--tools" -> ids(PluginKind.TOOLS, "none");
            case "--telemetry" -> ids(PluginKind.COLLECTORS, "auto", "none");
            case "import TOOL" -> ids(PluginKind.IMPORTERS);
            case "--format" ->
                Stream.of(Stream.of("parquet"), Stream.of(ResultFormat.values()).map(ResultFormat::id),
                        Stream.of(FolderFormat.values()).map(FolderFormat::id)).flatMap(ids -> ids)
                        .collect(Collectors.toUnmodifiableSet());
            default -> Set.of();
        };
    }

    private static Set<String> ids(PluginKind kind, String... others) {
        return Stream.concat(Stream.of(others), kind.find(CommandHelpTests.class.getClassLoader()).stream()
                .flatMap(plugin -> Stream.concat(Stream.of(plugin.id()), plugin.aliases().stream())))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String unquoted(MatchResult word) {
        String quoted = word.group(1);
        return quoted != null ? quoted : word.group();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void showsUseAndExamplesBeforeOptions(String command) {
        String help = help(command);
        assertThat(help).containsOnlyOnce("Examples:\n").containsOnlyOnce("All commands:\n");
        assertThat(help.indexOf("Examples:")).isLessThan(help.indexOf("All commands:"));
        assertThat(help.substring(0, help.indexOf("Examples:")).lines().count()).isLessThanOrEqualTo(10);
    }

    private String help(String command) {
        String[] words = (command.equals("ipw") ? "--help" : command + " --help").split(" ");
        assertThat(IpwCommand.run(words, captured.terminal(80))).isEqualTo(ExitCode.FINE);
        return captured.out();
    }

    @Test
    void namesExitCodesOfComparisonsOnlyWhereThereAreSome() {
        assertThat(help("show")).contains("Exit codes:\n  0     fine").doesNotContain("compare:");
        assertThat(new CommandHelpTests().help("ipw")).contains("\n  4     compare: ", "\n  5     compare: ");
        assertThat(new CommandHelpTests().help("compare")).contains("\n  4   a difference lies");
    }

    @Test
    void saysWhoJudgesInTheExampleOfAJudge() {
        assertThat(CommandExamples.of("score")).allMatch(
                example -> !example.contains("--judge-model") || example.contains("--judge-client "));
    }

    @Test
    void namesEveryCommandInAGroup() {
        assertThat(help("ipw")).contains("\nMeasure:\n  profile ", "\nLook at runs:\n", "\nServers:\n")
                .doesNotContain("\nOther:");
    }

    @Test
    void showsTheUsualOptionsFirstAndAllIfAsked() {
        String help = help("profile");
        List<String> options = Pattern.compile("(?m)^ +(?:-., )?(--[a-z-]+)").matcher(help).results()
                .map(found -> found.group(1)).distinct().toList();
        assertThat(options).hasSize(13).contains("--client", "--model", "--dataset", "--concurrency", "--help-all")
                .doesNotContain("--prompt-template", "--warmup-queries", "--overwrite");
        assertThat(help).endsWith("'ipw profile --help-all' shows all " + shown().count()
                + " options and the exit codes.\n");
        CapturedTerminal whole = new CapturedTerminal();
        assertThat(IpwCommand.run(new String[]{"profile", "--help-all"}, whole.terminal(80))).isEqualTo(ExitCode.FINE);
        shown().forEach(option -> assertThat(whole.out()).contains(option.longestName()));
        assertThat(whole.out()).contains("\nQuestions and answers:\n", "\nExit codes:\n");
    }

    private static Stream<OptionSpec> shown() {
        return Objects.requireNonNull(line().getSubcommands().get("profile")).getCommandSpec().options().stream()
                .filter(option -> !option.hidden());
    }
}
