package dev.ipw.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Profiles a server on questions of a file, into the run {@code run}.
 *
 * @param folder    where the file and the run lie
 * @param questions the lines of the file
 * @param captured  takes what the command says
 * @param columns   how wide its terminal is
 */
record QuestionsProfile(Path folder, String questions, CapturedTerminal captured, int columns) {
    int run(FakeChatServer server, String... more) throws Exception {
        Path file = Files.writeString(folder.resolve("q.jsonl"), questions);
        List<String> typed = new ArrayList<>(List.of("profile", "--client", "openai", "--client-base-url",
                server.baseUrl(), "--model", "fake", "--dataset", file.toString(), "--telemetry", "none",
                "--no-calibration", "--warmup-queries", "0", "--output-dir", folder.toString(), "--run-name", "run"));
        typed.addAll(List.of(more));
        return IpwCommand.run(typed.toArray(String[]::new), captured.terminal(columns));
    }
}
