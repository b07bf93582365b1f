package dev.ipw.cli.result;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.series.Experiment;
import dev.ipw.series.Repeats;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SeriesReportTests {
    @Test
    void tellsAServerThatIsGoneFromAnInterrupt() {
        SeriesReport early = new SeriesReport(new Experiment(Path.of("runs"), Repeats.of(2), List.of(), false));
        assertThat(early.exitCode(false)).isEqualTo(ExitCode.SERVER_UNREACHABLE);
        assertThat(early.exitCode(true)).isEqualTo(ExitCode.INTERRUPTED);
        SeriesReport whole = new SeriesReport(new Experiment(Path.of("runs"), Repeats.of(2), List.of(), true));
        assertThat(whole.exitCode(false)).isEqualTo(ExitCode.FINE);
    }
}
