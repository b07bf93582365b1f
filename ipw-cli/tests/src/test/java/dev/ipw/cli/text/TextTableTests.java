package dev.ipw.cli.text;

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
    void leavesOutWhatMayBeMissedOnlyWhereItIsTooWide() {
        TextTable table = new TextTable(1, 2, 3).dropping(2, 1).row("name", "first", "second", "third")
                .row("a", "1", "2", "3");
        assertThat(table.format("  ", 28)).isEqualTo("  name  first  second  third\n  a         1       2      3\n");
        assertThat(table.fits("  ", 28)).isTrue();
        assertThat(table.fits("  ", 27)).isFalse();
        assertThat(table.format("  ", 27)).doesNotContain("second").contains("first");
        assertThat(table.format("  ", 15)).isEqualTo("  name  third\n  a         3\n");
    }

    @Test
    void aCellOnItsOwnStandsOverAllColumns() {
        assertThat(new TextTable().row("a", "b").row("a long name over all").row("c", "d").format("", 80))
                .isEqualTo("a  b\na long name over all\nc  d\n");
    }

    @Test
    void isEmptyWithoutRows() {
        assertThat(new TextTable().format("  ", 80)).isEmpty();
    }
}
