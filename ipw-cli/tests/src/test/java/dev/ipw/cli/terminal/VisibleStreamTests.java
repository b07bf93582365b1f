package dev.ipw.cli.terminal;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.cli.text.TextTable;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class VisibleStreamTests {
    private static final String HOSTILE = "a\u001b[2J\u009b31m\u202e\u0007\r\u2066\ud83d\ude00\u4f60e\u0301\r\n\tb";
    private static final String SHOWN = "a\ufffd[2J\ufffd31m\ufffd\ufffd\ufffd\ufffd\ud83d\ude00\u4f60e\u0301\r\n\tb";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final VisibleStream stream = new VisibleStream(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void marksWhatATerminalObeysWhicheverWayItComes() throws Exception {
        stream.print(HOSTILE);
        stream.append(HOSTILE).append('\u009b');
        stream.print(HOSTILE.toCharArray());
        Object any = HOSTILE;
        stream.print(any);
        stream.printf("%s", HOSTILE);
        stream.write(HOSTILE.getBytes(StandardCharsets.UTF_8));
        stream.println(HOSTILE);
        assertThat(shown()).isEqualTo(SHOWN + SHOWN + "\ufffd" + SHOWN.repeat(4) + SHOWN + System.lineSeparator());
    }

    @Test
    void putsCharactersTogetherOfWhichBytesComeOneByOne() {
        for (byte one : HOSTILE.getBytes(StandardCharsets.UTF_8)) {
            stream.write(one);
        }
        assertThat(shown()).isEqualTo(SHOWN);
    }

    @Test
    void passesWhatTheProgramItselfTellsTheTerminal() {
        stream.trusted().print("\r\u001b[2K");
        assertThat(shown()).isEqualTo("\r\u001b[2K");
    }

    @Test
    void tellsThatItsTargetIsBroken() {
        PrintStream broken = new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public boolean checkError() {
                return true;
            }
        };
        assertThat(new VisibleStream(broken).checkError()).isTrue();
    }

    @Test
    void drawsNoCommandOfALineThatIsDrawnAgain() {
        CapturedTerminal captured = new CapturedTerminal();
        try (LiveScreen screen = new LiveScreen(captured.terminal(80))) {
            screen.draw(List.of("GPU \u001b[31m\u009b2J"));
        }
        assertThat(captured.out()).contains("GPU \ufffd[31m\ufffd2J\n", "\u001b[2K");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"plain", "\u4f60\u597d", "e\u0301e\u0301", "\ud83d\ude00", "na\u00efve", "\u001b[1m", "a\nb\tc"})
    void keepsColumnsInLine(String cell) {
        String table = new TextTable(1).row(cell, "1").row("longest of all", "22").format("", 80);
        assertThat(table.lines()).hasSize(2).allSatisfy(line -> assertThat(DisplayWidth.of(line)).isEqualTo(18));
    }

    @Test
    void breaksLinesWhereTheColumnsEnd() {
        assertThat(TextTable.wrap("\u4f60\u597d \u4f60\u597d \u4f60\u597d", 10)).hasSize(2)
                .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(10));
    }
}
