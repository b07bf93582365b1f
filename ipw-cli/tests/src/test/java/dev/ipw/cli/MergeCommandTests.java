package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.load.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class MergeCommandTests {
    @TempDir
    Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();
    private String night = "";

    /** Runs a shard of a run of ten questions. */
    static void shard(Path runs, String name, int index, int count) throws InterruptedException {
        FakeRuns.run(FakeRuns
                .builder(runs, name, 10, number -> DatasetRecord.of("question-" + number, "What is it?", "42"),
                        question -> new FakeRuns.Answer(200_000, 1_000_000, 7, 2))
                .load(Load.concurrency(count))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                        Map.of()))
                .storage(where -> where.runName(name).shard(index, count)));
    }

    @BeforeEach
    void profileTheFirstShard() throws InterruptedException {
        night = runs.resolve("night").toString();
        shard(runs, "night", 0, 2);
    }

    private int ipw(String... typed) {
        return IpwCommand.run(typed, captured.terminal(120));
    }

    @Test
    void makesARunThatOtherCommandsRead() throws InterruptedException, IOException {
        shard(runs, "night", 1, 2);
        shard(runs, "other", 0, 1);
        assertThat(ipw("merge", runs.resolve("other").toString())).as(captured.err()).isEqualTo(ExitCode.FINE);

        assertThat(ipw("merge", night)).as(captured.err()).isEqualTo(ExitCode.FINE);

        assertThat(captured.out()).contains("10 queries", "Accuracy", "Shards: 2 merged, on one machine");
        assertThat(ipw("analyze", night)).as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(ipw("show", night)).as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(ipw("compare", night, runs.resolve("other").toString())).as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(ipw("report", night)).as(captured.err()).isEqualTo(ExitCode.FINE);
        Path table = runs.resolve("night.csv");
        assertThat(ipw("export", night, "--output", table.toString())).as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(Files.readAllLines(table)).hasSize(11);
    }

    @Test
    void namesAMissingShardAndChangesNothing() {
        assertThat(ipw("analyze", night)).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("'ipw merge'");

        assertThat(ipw("merge", night)).isEqualTo(ExitCode.WRONG_USE);

        assertThat(captured.err()).contains("shard 1 of 2: there is no folder", "nothing was changed");
        assertThat(Path.of(night, "summary.json")).doesNotExist();

        assertThat(ipw("merge", night, "--partial")).as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("INVALID", "Shards: 1 merged");
    }
}
