package dev.ipw.cli.terminal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LogFileTests {
    @TempDir
    Path folder;

    @Test
    void liesWhereItIsAskedTo() {
        assertThat(LogFile.path(Map.of("IPW_LOG_FILE", "here.log", "XDG_STATE_HOME", "/state")))
                .isEqualTo(Path.of("here.log"));
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such permissions")
    void isReadByItsOwnerOnly() throws Exception {
        Path path = folder.resolve("made").resolve("ipw.log");
        LogFile log = new LogFile(path);
        log.publish(new LogRecord(Level.INFO, "a question"));
        log.close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path))).isEqualTo("rw-------");
        assertThat(Files.readString(path)).contains("a question");
    }

    @Test
    void liesInTheStateFolder() {
        assertThat(LogFile.path(Map.of("XDG_STATE_HOME", "/state"))).isEqualTo(Path.of("/state/ipw/ipw.log"));
        assertThat(LogFile.path(Map.of()))
                .isEqualTo(Path.of(System.getProperty("user.home"), ".local", "state", "ipw", "ipw.log"));
    }
}
