package dev.ipw.examples.benchmarks;

import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.internal.table.TableChecksums;
import dev.ipw.results.internal.format.ResultFiles;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A program that makes a run of many queries that takes no more disk than a shorter one: its dataset names the files of
 * that run several times, so that a reader reads, checks and decodes each row anew. {@code FROM TO COPIES}.
 */
public final class RunCopies {
    private static final Pattern COUNT = Pattern.compile("(\"(?:queries|total_queries)\" ?: ?)(\\d+)");
    private static final Pattern FILE = Pattern.compile("\\{\\s*\"filename\"[^}]*}");

    private RunCopies() {}

    /** Takes {@code FROM TO COPIES}. */
    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]).toAbsolutePath();
        Path to = Files.createDirectories(Path.of(arguments[1]));
        int copies = Integer.parseInt(arguments[2]);
        for (Path table : HuggingFaceFolder.open(from, Optional.empty()).dataFiles()) {
            for (Path file : new Path[]{table, TableChecksums.fileOf(table)}) {
                Files.createSymbolicLink(to.resolve(file.getFileName()), file);
            }
        }
        Files.copy(from.resolve("dataset_info.json"), to.resolve("dataset_info.json"));
        String state = Files.readString(from.resolve("state.json"));
        String files = String.join(", ", FILE.matcher(state).results().map(MatchResult::group).toList());
        Files.writeString(to.resolve("state.json"), state.replaceFirst("(?s)\\[.*?\\]",
                "[" + String.join(", ", Collections.nCopies(copies, files)) + "]"));
        byte[] summary = COUNT.matcher(Files.readString(from.resolve("summary.json")))
                .replaceAll(count -> count.group(1) + copies * Long.parseLong(count.group(2)))
                .getBytes(StandardCharsets.UTF_8);
        ResultFiles.write(new RunDirectory(to), summary);
        Files.write(to.resolve("summary.json"), summary);
    }
}
