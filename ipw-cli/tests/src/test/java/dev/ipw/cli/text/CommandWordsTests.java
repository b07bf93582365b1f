package dev.ipw.cli.text;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.error.Setting;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

class CommandWordsTests {
    private static final CommandLine IPW = IpwCommand.line(new String[0], new CapturedTerminal().terminal(80));
    private static final Pattern NAME = Pattern.compile("--[a-z-]+|ipw [a-z]+");

    private final CapturedTerminal captured = new CapturedTerminal();

    @ParameterizedTest
    @CsvFileSource(resources = "library-messages.csv", delimiter = '|', quoteCharacter = '^')
    void saysTheOptionForWhatALibraryNames(String library, String command) {
        assertThat(CommandWords.of(library)).isEqualTo(command);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MEMORY")
    void namesOptionsAndCommandsThatExist(Setting setting) {
        List<String> named = NAME.matcher(CommandWords.of(setting)).results().map(MatchResult::group).toList();
        assertThat(named).isNotEmpty().allSatisfy(name -> assertThat(IPW.getSubcommands()).anySatisfy(
                (command, line) -> assertThat(name.equals("ipw " + command)
                        || line.getCommandSpec().optionsMap().containsKey(name)).isTrue()));
    }

    @Test
    void speaksOfOptionsWhereAnAgentTakesNoTools() {
        assertThat(
                IpwCommand.run(new String[]{"run", "--agent", "mini-swe", "--tools", "think"}, captured.terminal(100)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("leave --tools out").doesNotContain("name no tools");
    }

    @Test
    void speaksOfOptionsWhereAToolLacksAParameter() {
        assertThat(IpwCommand.run(new String[]{"run", "--tools", "retrieval"}, captured.terminal(100)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--tool-param retrieval.corpus=FOLDER").doesNotContain("tool parameter");
    }
}
