package dev.ipw.cli.terminal;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TerminalTests {
    @BeforeEach
    void standAtATerminal() {
        System.setProperty("ipw.terminal.out", "true");
        System.setProperty("ipw.terminal.err", "true");
        System.setProperty("ipw.terminal.columns", "120");
    }

    @AfterEach
    void leave() {
        System.clearProperty("ipw.terminal.out");
        System.clearProperty("ipw.terminal.err");
        System.clearProperty("ipw.terminal.columns");
    }

    @Test
    void showsColoursAndALiveLineAtATerminal() {
        Terminal terminal = of(Map.of("TERM", "xterm"));
        assertThat(terminal.colour()).isTrue();
        assertThat(terminal.live()).isTrue();
        assertThat(terminal.columns()).isEqualTo(120);
    }

    @Test
    void showsNoColourWhenAskedNotTo() {
        assertThat(of(Map.of("NO_COLOR", "1")).colour()).isFalse();
        assertThat(of(Map.of("NO_COLOR", "1")).live()).isTrue();
        assertThat(of(Map.of("NO_COLOR", "")).colour()).isTrue();
    }

    @Test
    void staysPlainOnADumbTerminal() {
        assertThat(of(Map.of("TERM", "dumb")).colour()).isFalse();
        assertThat(of(Map.of("TERM", "dumb")).live()).isFalse();
    }

    @Test
    void staysPlainIntoAFile() {
        leave();
        Terminal terminal = of(Map.of());
        assertThat(terminal.colour()).isFalse();
        assertThat(terminal.live()).isFalse();
        assertThat(terminal.columns()).isEqualTo(Terminal.DEFAULT_COLUMNS);
    }

    private static Terminal of(Map<String, String> variables) {
        return Terminal.of(System.out, System.err, variables);
    }
}
