package dev.ipw.cli.terminal;

import dev.ipw.cli.CapturedTerminal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LiveScreenTests {
    private static final String ESCAPE = "\u001b[";

    private final CapturedTerminal captured = new CapturedTerminal();

    @Test
    void drawsOverWhatItDrewBefore() {
        try (LiveScreen screen = new LiveScreen(captured.terminal(80))) {
            screen.draw(List.of("one", "two"));
            assertThat(captured.out()).endsWith("one\n" + ESCAPE + "2Ktwo\n" + ESCAPE + "J");
            screen.draw(List.of("three"));
            assertThat(captured.out()).endsWith(ESCAPE + "2A\r" + ESCAPE + "2Kthree\n" + ESCAPE + "J");
            screen.draw(List.of("four"));
            assertThat(captured.out()).endsWith(ESCAPE + "1A\r" + ESCAPE + "2Kfour\n" + ESCAPE + "J");
        }
    }

    @Test
    void givesTheCursorBackHoweverItEnds() {
        try (LiveScreen screen = new LiveScreen(captured.terminal(80))) {
            screen.draw(List.of("one"));
        }
        assertThat(captured.out()).startsWith(ESCAPE + "?25l" + ESCAPE + "?7l")
                .endsWith(ESCAPE + "?7h" + ESCAPE + "?25h");
    }

    @Test
    void drawsAnewFromTheTopOfAWindowThatWasMadeSmaller() {
        WindowSize size = new WindowSize(new WindowSize.Cells(80, 24), () -> WindowSize.read("6 30\n"));
        try (LiveScreen screen = new LiveScreen(captured.terminal(80).out(), size)) {
            screen.draw(List.of("one", "two", "three", "four", "five", "six"));
            assertThat(screen.columns()).isEqualTo(80);
            size.changed();
            screen.draw(List.of("one", "two", "three", "four", "five", "six"));
            assertThat(screen.columns()).isEqualTo(30);
        }
        assertThat(captured.out()).contains(ESCAPE + "H" + ESCAPE + "J" + ESCAPE + "2Kone")
                .contains("... and 2 more lines");
    }

    @Test
    void keepsTheSizeWhereTheTerminalDoesNotTellIt() {
        WindowSize size = new WindowSize(new WindowSize.Cells(80, 24), () -> WindowSize.read("0 0"));
        size.changed();
        assertThat(size.now()).isEqualTo(new WindowSize.Cells(80, 24));
    }

    @Test
    void takesThePictureAwayForASentence() {
        try (LiveScreen screen = new LiveScreen(captured.terminal(80))) {
            screen.draw(List.of("one", "two"));
            screen.erase();
            assertThat(captured.out()).endsWith(ESCAPE + "2A\r" + ESCAPE + "J");
            screen.draw(List.of("three"));
            assertThat(captured.out()).endsWith(ESCAPE + "J" + ESCAPE + "2Kthree\n" + ESCAPE + "J");
        }
    }

    @Test
    void neverDrawsMoreLinesThanTheTerminalHas() {
        List<String> many = IntStream.range(0, 100).mapToObj(String::valueOf).toList();
        try (LiveScreen screen = new LiveScreen(captured.terminal(80))) {
            screen.draw(many);
            assertThat(captured.out().lines()).hasSize(Terminal.DEFAULT_ROWS);
            assertThat(captured.out()).contains("... and 78 more lines");
            screen.draw(many);
            assertThat(captured.out()).contains(ESCAPE + (Terminal.DEFAULT_ROWS - 1) + "A\r");
        }
    }
}
