package dev.ipw.cli;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LogFileTests {
    @Test
    void liesWhereItIsAskedTo() {
        assertThat(LogFile.path(Map.of("IPW_LOG_FILE", "here.log", "XDG_STATE_HOME", "/state")))
                .isEqualTo(Path.of("here.log"));
    }

    @Test
    void liesInTheStateFolder() {
        assertThat(LogFile.path(Map.of("XDG_STATE_HOME", "/state"))).isEqualTo(Path.of("/state/ipw/ipw.log"));
        assertThat(LogFile.path(Map.of()))
                .isEqualTo(Path.of(System.getProperty("user.home"), ".local", "state", "ipw", "ipw.log"));
    }
}
