package dev.ipw.cli.text;

import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.terminal.VisibleStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ColouredWordsTests {
    private static final String RED = "\u001b[1m\u001b[31m";
    private static final String OFF = "\u001b[";

    @Test
    void coloursWhatMustNotBeOverlooked() {
        assertThat(ColouredWords.in("Times: INVALID\nFAILED: timeout (2): late\nTimes: DOUBTFUL"))
                .contains("Times: " + RED + "INVALID" + OFF, RED + "FAILED" + OFF, "\u001b[33mDOUBTFUL" + OFF);
        assertThat(ColouredWords.in("better  J/query  -5 %\nworse   W  +3 %\n"))
                .contains("\u001b[32mbetter" + OFF, "\u001b[31mworse" + OFF);
    }

    @Test
    void dimsTimesThatAreNotUsableAndNothingElse() {
        String dim = "\u001b[2m";
        assertThat(ColouredWords.in("  Energy  1 J\n  Times: not usable  mean\n"
                + "  TTFT  5  ms\n  TPOT  2  ms\n? INVALID: late\n"))
                .contains("  Times: " + RED + "not usable", dim + "  TTFT  5  ms", dim + "  TPOT  2  ms", "\n? " + RED)
                .startsWith("  Energy  1 J\n");
        assertThat(ColouredWords.in("  Times: VALID  mean\n  TTFT  5  ms\n")).doesNotContain("\u001b");
    }

    @Test
    void leavesOtherWordsAndTheTextItselfAsTheyAre() {
        String text = "3 failed; INVALIDATED; no better way; which is worse\n";
        assertThat(ColouredWords.in(text)).isEqualTo(text);
        assertThat(ColouredWords.in("a INVALID b").replaceAll("\u001b\\[[\\d;]*m", "")).isEqualTo("a INVALID b");
    }

    @Test
    void coloursOnlyATerminalThatShowsColours() {
        assertThat(doctor(true)).contains("Machine").doesNotContain("\u001b[31mMachine");
        assertThat(doctor(false)).doesNotContain("\u001b");
    }

    private static String doctor(boolean colour) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        VisibleStream stream = new VisibleStream(new PrintStream(out, true, StandardCharsets.UTF_8));
        IpwCommand.run(new String[]{"doctor"}, new Terminal(stream, stream, false, colour, colour, 80, 24));
        return out.toString(StandardCharsets.UTF_8);
    }
}
