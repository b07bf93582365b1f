package dev.ipw.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

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
    void namesEveryCommandInAGroup() {
        assertThat(help("ipw")).contains("\nMeasure:\n  profile ", "\nLook at runs:\n", "\nServers:\n")
                .doesNotContain("\nOther:");
    }

    @Test
    void putsRareOptionsOfARunBehindNames() {
        String help = help("profile");
        String first = help.substring(0, help.indexOf("\nQuestions and answers:\n"));
        assertThat(first).contains("--client=", "--model=", "--dataset=").doesNotContain("--prompt-template",
                "--warmup-queries", "--overwrite");
        assertThat(first.lines().count()).isLessThanOrEqualTo(30);
        Objects.requireNonNull(line().getSubcommands().get("profile")).getCommandSpec().options()
                .forEach(option -> assertThat(help).contains(option.longestName()));
    }
}
