package dev.ipw.cli;

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
