package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.record.ProfilingRecord;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Questions that are asked several times, from the command line. */
class EpochsOptionTests {
    @TempDir
    Path folder;

    private final CapturedTerminal captured = new CapturedTerminal();

    private int profile(FakeChatServer server, String... more) throws Exception {
        return new QuestionsProfile(folder, """
                {"id": "a", "problem": "6 * 7?", "answer": "42"}
                {"id": "b", "turns": ["Hello", {"problem": "And 6 * 8?", "answer": "48"}]}
                """, captured, 200).run(server, more);
    }

    @Test
    void asksEachQuestionSoOften() throws Exception {
        try (FakeChatServer server = new FakeChatServer(100, FakeChatServer.Then.FAIL)) {
            assertThat(profile(server, "--epochs", "2", "--offline")).as(captured.err()).isZero();
        }
        ProfileRun run = ProfileRun.open(folder.resolve("run"));
        try (Stream<ProfilingRecord> records = run.records()) {
            assertThat(records.map(ProfilingRecord::question).map(DatasetRecord::id)).containsExactlyInAnyOrder("a",
                    "b", "a#2", "b#2");
        }
        assertThat(run.efficiency().correct()).isEqualTo(2);
        assertThat(run.efficiency().incorrect()).isEqualTo(2);
    }

    @Test
    void namesTheTemplatesThereAre() throws Exception {
        try (FakeChatServer server = new FakeChatServer(100, FakeChatServer.Then.FAIL)) {
            assertThat(profile(server, "--prompt-template", "five-shot")).isEqualTo(2);
        }
        assertThat(captured.err()).contains("no prompt template 'five-shot'; it has default@1");
    }
}
