package dev.ipw.cli;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TextTableTests {
    @Test
    void linesUpColumns() {
        assertThat(new TextTable(1).row("energy", "12.5", "J").row("time per token", "3", "ms").format("  ", 80))
                .isEqualTo("""
                          energy          12.5  J
                          time per token     3  ms
                        """);
    }

    @Test
    void continuesALongLastCellBelowItself() {
        assertThat(new TextTable().row("no", "needs the right to read the counter").format("", 26)).isEqualTo("""
                no  needs the right to
                    read the counter
                """);
    }

    @Test
    void keepsAWordWholeThatIsWiderThanItsColumn() {
        assertThat(new TextTable().row("log", "/home/somebody/.local/state/ipw/ipw.log").format("", 20))
                .isEqualTo("log  /home/somebody/.local/state/ipw/ipw.log\n");
    }

    @Test
    void isEmptyWithoutRows() {
        assertThat(new TextTable().format("  ", 80)).isEmpty();
    }
}
