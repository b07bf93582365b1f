package dev.ipw.cli.datasets;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class DatasetsCommandTests {
    private final CapturedTerminal captured = new CapturedTerminal();

    private int datasets(String... more) {
        String[] arguments = new String[more.length + 1];
        arguments[0] = "datasets";
        System.arraycopy(more, 0, arguments, 1, more.length);
        return IpwCommand.run(arguments, captured.terminal(120));
    }

    @Test
    void listsBenchmarksWithTheirEvaluators() {
        assertThat(datasets()).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("mmlu-pro +12032 +multiple-choice").contains("hf ", "starter",
                "ipw datasets show ID");
    }

    @Test
    void saysWhatOneNeedsAndHowItAsks() {
        assertThat(datasets("show", "gpqa")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("gated: accept its terms on the hub", "CC-BY-4.0", "gpqa-zero-shot@1",
                "2023-11",
                "Which particle has a negative charge?\n    A) ");
        assertThat(datasets("show", "starter")).isEqualTo(ExitCode.FINE);
        assertThat(datasets("show", "gsm8k", "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("\"licence\" : \"MIT\"", "\"published\" : \"2021-10\"");
    }

    @Test
    void checksExamples() {
        assertThat(datasets("check", "mmlu-pro", "math500", "simpleqa", "wildchat", "ipw")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("right +mmlu-pro +3 examples; 9 answers scored")
                .containsPattern("right +math500").containsPattern("read +simpleqa .*needs --judge-model")
                .containsPattern("read +wildchat .*not judged")
                .containsPattern("right +ipw +4 examples; 4 answers scored; others not: needs --judge-model");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            show         | Name one dataset
            show nowhere | Unknown dataset 'nowhere'
            check synthetic | has no examples to check
            remove       | none of list, show ID and check
            """)
    void saysWhatIsWrong(String typed, String says) {
        assertThat(datasets(typed.split(" "))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains(says);
    }
}
