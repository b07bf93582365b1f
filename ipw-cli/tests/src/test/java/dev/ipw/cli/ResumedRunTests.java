package dev.ipw.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What the command says of a run that was killed and resumed. */
class ResumedRunTests {
    @TempDir
    Path folder;

    private final CapturedTerminal captured = new CapturedTerminal();

    private int profile(FakeChatServer server, String... more) throws Exception {
        return new QuestionsProfile(folder, """
                {"id": "a", "problem": "6 * 7?", "answer": "42"}
                {"id": "b", "problem": "7 * 6?", "answer": "42"}
                {"id": "c", "problem": "2 * 21?", "answer": "42"}
                """, captured, 80).run(server, more);
    }

    @Test
    void saysWhatWasKeptAndWhatWasAsked() throws Exception {
        Path run = folder.resolve("run");
        try (FakeChatServer server = new FakeChatServer(100, FakeChatServer.Then.FAIL)) {
            assertThat(profile(server)).as(captured.err()).isZero();
            assertThat(captured.out()).doesNotContain("Resumed");
            // As a kill leaves it before the outcome of one question was written.
            Files.delete(run.resolve("summary.json"));
            Path journal = run.resolve("journal.jsonl");
            Files.write(journal, Files.readAllLines(journal).stream()
                    .filter(line -> !line.startsWith("{\"type\":\"finished\"") || !line.contains("\"id\":\"b\""))
                    .filter(line -> !line.startsWith("{\"type\":\"judged\"") || !line.contains("\"b\"")).toList());

            assertThat(profile(server, "--resume")).as(captured.err()).isZero();
        }
        assertThat(captured.out()).contains("\nResumed: 2 kept, 1 asked, paused ");
        assertThat(Files.readString(run.resolve("summary.json"))).contains("\"resumed\"");
        assertThat(IpwCommand.run(new String[]{"analyze", run.toString()}, captured.terminal(80))).isZero();
        assertThat(captured.out().split("Resumed: 2 kept, 1 asked, paused ", -1)).hasSizeGreaterThan(2);
    }
}
