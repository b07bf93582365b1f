package dev.ipw.results.internal.finishing;

import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.folder.QueryFolder;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.query.ModelCall;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.internal.QueryTrace;
import dev.ipw.results.internal.format.CallCodec;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The writer of the files of each agent's task beside its workspace, and of the list of all of them with their hashes.
 * They are written from the run's records, so that rewriting the results rewrites them.
 */
record TaskArtifacts(RunDirectory directory, RunConfiguration run) {
    static final String MANIFEST = "artifacts_manifest.json";
    static final String RESPONSE = "response.txt";
    static final String METADATA = "metadata.json";
    static final String PATCH = "patch.diff";
    static final String CALLS = "calls.jsonl";
    private static final long MAX_PATCH_BYTES = 4L << 20;

    /** Writes the files of all tasks, then their list. */
    void write(Stream<ProfilingRecord> records) {
        AtomicFile.write(directory.path().resolve(MANIFEST), out -> {
            Writer list = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            list.write("[");
            String between = "\n";
            for (Iterator<ProfilingRecord> each = records.iterator(); each.hasNext();) {
                ProfilingRecord record = each.next();
                Path folder = folder(record);
                write(record, folder);
                list.write(between);
                list.write(ArtifactList.of(directory.path(), folder, record.question().id()).json());
                between = ",\n";
            }
            list.write("\n]\n");
            list.flush();
        });
    }

    /** Returns the folder above the workspace, or one named after the query if it had no workspace. */
    private Path folder(ProfilingRecord record) {
        Optional<Path> parent = record.outcome().workspace().flatMap(path -> Optional.ofNullable(path.getParent()))
                .filter(path -> path.getNameCount() == 2);
        return parent.map(directory.path()::resolve)
                .orElseGet(() -> directory.artifacts().resolve(QueryFolder.name(record.question().id())));
    }

    private void write(ProfilingRecord record, Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
            text(folder.resolve(RESPONSE), record.outcome().answer());
            text(folder.resolve(METADATA),
                    new QueryTrace(record, run.dataset(), run.accounting().pricing()).summary().prettyJson());
            calls(folder.resolve(CALLS), record);
            Optional<String> patch = patch(record);
            if (patch.isPresent()) {
                text(folder.resolve(PATCH), patch.get());
            } else {
                Files.deleteIfExists(folder.resolve(PATCH));
            }
        } catch (IOException failed) {
            throw new InputException("Cannot write the files of the task in " + folder.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(failed) + ". Free some space or check the permissions of the folder, then "
                    + Setting.REWRITE, failed);
        }
    }

    /** Writes one line per call: the new messages to the model, its answer, the counts and the moments. */
    private static void calls(Path file, ProfilingRecord record) throws IOException {
        try (OutputStream out = open(file);
                Writer lines = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8))) {
            for (ModelCall call : record.outcome().calls()) {
                lines.write(CallCodec.toTree(call).json());
                lines.write('\n');
            }
        }
    }

    /** Returns the patch. A patch file of the agent takes precedence over one in its answer. */
    private Optional<String> patch(ProfilingRecord record) {
        return record.outcome().workspace().flatMap(path -> left(directory.path().resolve(path).resolve(PATCH)))
                .or(() -> PatchText.in(record.outcome().answer()));
    }

    private static Optional<String> left(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new String(BoundedFile.readUnlinked(file, MAX_PATCH_BYTES), StandardCharsets.UTF_8));
        } catch (InputException tooLong) {
            return Optional.empty();
        }
    }

    private static void text(Path file, String text) throws IOException {
        try (OutputStream out = open(file)) {
            out.write(SecretRedactor.clean(text).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static OutputStream open(Path file) throws IOException {
        return Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING, LinkOption.NOFOLLOW_LINKS);
    }
}
