package dev.ipw.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CommandWordsTests {
    private final CapturedTerminal captured = new CapturedTerminal();

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "There was no answer after 3 turns, which is the limit (max_turns)|There was no answer after 3 turns, which is the limit (--max-turns)",
            "name a file by the tool parameter mcp.config=FILE|name a file by --tool-param mcp.config=FILE",
            "no factor given; add the analysis option electricity_price=N|no factor given; add --option electricity_price=N",
            "choose to go without, by the tools think,web_fetch|choose to go without, --tools think,web_fetch",
            "42 of 60 questions|42 of 60 questions"})
    void saysTheOptionForWhatALibraryNames(String library, String command) {
        assertThat(CommandWords.of(library)).isEqualTo(command);
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
