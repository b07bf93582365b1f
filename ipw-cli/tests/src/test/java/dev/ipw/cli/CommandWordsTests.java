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
            "The number of queries must be at least 1, not 0|The number of queries (--max-queries) must be at least 1, not 0",
            "Give the run another name, or have it replaced|Give another --run-name, or replace it with --overwrite",
            "Give for example the export option licence=MIT|Give for example --option licence=MIT",
            "leave dataset(...) out|leave --dataset out", "call session.call(...)|call session.call(...)",
            "give its config.json by modelCard(...)|give its config.json by --model-config",
            "add the collector prometheus:http://h/metrics|add --telemetry prometheus:http://h/metrics",
            "The collector 'perf' failed|The collector 'perf' failed",
            "The client's parameter seed=4 contradicts the setting seed 3, and|The client's parameter seed=4 (--client-param) contradicts --sampling-seed 3, and",
            "The client's parameter body.top_p=1 contradicts the setting top_p 0.9|The client's parameter body.top_p=1 (--client-param) contradicts --top-p 0.9",
            "A probe of the sensors says why|'ipw doctor' says why",
            "Once it is back, resume the run 'a b' with its settings.|Once it is back, run 'ipw profile' with the same options, --run-name a b and --resume.",
            "Resume the run with its settings to ask again|Run 'ipw profile' with its options and --resume to ask again",
            "The bench /a b has no finished cell. Resume it first|The bench /a b has no finished cell. 'ipw bench --resume /a b' goes on with it",
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
