package dev.ipw.results.internal.format;

import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.file.Checksum;
import dev.ipw.internal.json.ChecksummedJson;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.internal.table.TableChecksums;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunSummary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lengths of the files of a finished run, and the checksums of those that are read whole. Tables and the journal
 * have checksums of their own: only their length is kept here.
 */
public final class ResultFiles {
    static final String NAME = "checksums.json";
    private static final String FILES = "files";
    private static final String CRC = "crc32c";
    private static final long MAX_BYTES = 16L << 20;

    private final RunDirectory directory;
    private final Map<String, TreeReader> files;

    private ResultFiles(RunDirectory directory, Map<String, TreeReader> files) {
        this.directory = directory;
        this.files = files;
    }

    /**
     * Writes the checksums of a run whose dataset is in place.
     *
     * @param summary the content of its summary, which makes the run a finished one and is written after this
     */
    public static void write(RunDirectory directory, byte[] summary) {
        Path folder = directory.path();
        List<Map<String, @Nullable Object>> files = new ArrayList<>();
        files.add(entry(directory.summary(), summary));
        for (Path small : HuggingFaceFolder.descriptions(folder)) {
            files.add(entry(small, BoundedFile.read(small, MAX_BYTES)));
        }
        for (Path table : HuggingFaceFolder.open(folder, Optional.empty()).dataFiles()) {
            files.add(TreeBuilder.object().put("name", nameOf(table)).put("bytes", length(table)).build());
            Path sums = TableChecksums.fileOf(table);
            files.add(entry(sums, BoundedFile.read(sums, MAX_BYTES)));
        }
        if (Files.exists(directory.journal())) {
            files.add(TreeBuilder.object().put("name", nameOf(directory.journal()))
                    .put("bytes", length(directory.journal())).build());
        }
        AtomicFile.write(folder.resolve(NAME), ChecksummedJson.line(TreeBuilder.object().put(FILES, files).json()));
    }

    private static Map<String, @Nullable Object> entry(Path file, byte[] content) {
        return TreeBuilder.object().put("name", nameOf(file)).put("bytes", (long) content.length)
                .put(CRC, Checksum.of(content)).build();
    }

    /**
     * Reads the checksums of a finished run.
     *
     * @throws InputException if there are none, or they are damaged themselves
     */
    public static ResultFiles read(RunDirectory directory) {
        Path file = directory.path().resolve(NAME);
        if (!Files.exists(file)) {
            throw new InputException("The run " + directory.path().toAbsolutePath() + " has no " + NAME
                    + ", so its results cannot be verified. " + anew(directory));
        }
        byte[] line = BoundedFile.read(file, MAX_BYTES);
        if (!ChecksummedJson.isIntact(ByteBuffer.wrap(line))) {
            throw new InputException(file.toAbsolutePath() + " is damaged: it does not fit its own checksum. "
                    + anew(directory));
        }
        Map<String, TreeReader> files = new LinkedHashMap<>();
        TreeReader.ofJson(file.toAbsolutePath().toString(), new String(line, StandardCharsets.UTF_8)).children(FILES)
                .forEach(one -> files.put(one.text("name"), one));
        return new ResultFiles(directory, files);
    }

    /**
     * Checks a file that was read whole.
     *
     * @throws InputException if it has changed since it was written
     */
    void require(Path file, byte[] content) {
        TreeReader known = known(file);
        if (known.whole("bytes") != content.length || !known.text(CRC).equals(Checksum.of(content))) {
            throw changed(file, "does not fit its checksum in " + NAME);
        }
    }

    /**
     * Reads the summary.
     *
     * @throws InputException if it has changed since it was written
     */
    public RunSummary readSummary() {
        byte[] json = BoundedFile.read(directory.summary(), MAX_BYTES);
        require(directory.summary(), json);
        return TreeReader.ofJson(directory.summary().toAbsolutePath().toString(),
                new String(json, StandardCharsets.UTF_8)).as(RunSummaryCodec::fromTree);
    }

    /**
     * Checks the files that describe the dataset; its tables are checked as they are read.
     *
     * @throws InputException if one has changed since it was written
     */
    public void requireDataset() {
        for (Path small : HuggingFaceFolder.descriptions(directory.path())) {
            require(small, BoundedFile.read(small, MAX_BYTES));
        }
        for (Path table : HuggingFaceFolder.open(directory.path(), Optional.empty()).dataFiles()) {
            Path sums = TableChecksums.fileOf(table);
            require(sums, BoundedFile.read(sums, MAX_BYTES));
            requireLength(table, known(table).whole("bytes"));
        }
    }

    private void requireLength(Path table, long bytes) {
        if (Files.notExists(table)) {
            throw new InputException(table.toAbsolutePath() + " is missing. " + anew(directory));
        }
        long now = length(table);
        if (now != bytes) {
            throw changed(table, "has " + now + " bytes, and was written with " + bytes);
        }
    }

    /** Returns the length of the journal when the results were written; it may have grown since. */
    public long journalBytes() {
        return Optional.ofNullable(files.get(nameOf(directory.journal()))).map(known -> known.whole("bytes"))
                .orElse(0L);
    }

    private TreeReader known(Path file) {
        TreeReader known = files.get(nameOf(file));
        if (known == null) {
            throw changed(file, "is none of the files of the run that " + NAME + " names");
        }
        return known;
    }

    private InputException changed(Path file, String how) {
        return new InputException(file.toAbsolutePath() + " is damaged, or was changed: it " + how + ". "
                + anew(directory));
    }

    /** Describes how to rewrite the results. */
    static String anew(RunDirectory directory) {
        return Files.exists(directory.journal())
                ? "Copy the run again; or remove " + directory.summary().toAbsolutePath()
                        + ", then " + Setting.RESUME_OR_ANALYZE + " and the results are written anew from its journal"
                : "Copy the run again";
    }

    private static long length(Path file) {
        try {
            return Files.size(file);
        } catch (IOException missing) {
            throw new InputException("Cannot read " + file.toAbsolutePath() + ": " + AtomicFile.reasonOf(missing),
                    missing);
        }
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }
}
