package dev.ipw.results;

import dev.ipw.engine.format.ResultFiles;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Replaces the summary of a finished run, with its checksum. */
public final class ChangedSummary {
    private ChangedSummary() {}

    /** Write the summary as another version might have written it. */
    public static void write(Path run, String json) throws IOException {
        RunDirectory directory = new RunDirectory(run);
        byte[] summary = json.getBytes(StandardCharsets.UTF_8);
        ResultFiles.write(directory, summary);
        Files.write(directory.summary(), summary);
    }
}
