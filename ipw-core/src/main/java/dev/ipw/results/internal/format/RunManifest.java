package dev.ipw.results.internal.format;

import dev.ipw.dataset.Sampling.Sample.SampleManifest;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.RunDirectory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The records that a run drew from its dataset, with a hash of each, in {@code manifest.json}. */
public final class RunManifest {
    /** The beginning of a manifest, without white space. */
    public static final String BEGINNING = "{\"dataset_id\":";

    private static final long MAX_BYTES = 1L << 30;

    private RunManifest() {}

    /**
     * Writes the manifest of a run.
     *
     * @param directory the run's directory
     * @param manifest  the drawn records
     * @throws InputException if the file cannot be written
     */
    public static void write(RunDirectory directory, SampleManifest manifest) {
        AtomicFile.write(directory.manifest(), json(manifest));
    }

    /**
     * Compares a sample with the one at the run's start.
     *
     * @param directory the run's directory
     * @param manifest  the records drawn now
     * @return the differences, with both values; empty if the samples are equal
     * @throws dev.ipw.error.InputException if the file cannot be read
     */
    public static Optional<String> difference(RunDirectory directory, SampleManifest manifest) {
        byte[] kept = BoundedFile.read(directory.manifest(), MAX_BYTES);
        if (Arrays.equals(kept, json(manifest))) {
            return Optional.empty();
        }
        TreeReader tree = TreeReader.ofJson(directory.manifest().toString(), new String(kept, StandardCharsets.UTF_8));
        List<TreeReader> records = tree.children("records");
        if (records.size() != manifest.entries().size()) {
            return Optional.of("drawn records: was " + records.size() + ", now " + manifest.entries().size());
        }
        for (int i = 0; i < records.size(); i++) {
            SampleManifest.Entry now = manifest.entries().get(i);
            String was = name(records.get(i).text("id"), records.get(i).text("sha256"));
            if (!was.equals(name(now.id(), now.sha256()))) {
                return Optional
                        .of("drawn record " + (i + 1) + ": was " + was + ", now " + name(now.id(), now.sha256()));
            }
        }
        return Optional.empty();
    }

    private static String name(String id, String sha256) {
        return "'" + id + "' (SHA-256 " + sha256 + ")";
    }

    /** Returns the content of the file. */
    public static byte[] json(SampleManifest manifest) {
        return TreeBuilder.object().put("dataset_id", manifest.datasetId()).put("seed", manifest.seed())
                .put("population_by_subject", manifest.populationBySubject())
                .put("records", manifest.entries().stream().map(
                        entry -> TreeBuilder.object().put("id", entry.id()).put("sha256", entry.sha256()).build())
                        .toList())
                .prettyJson().getBytes(StandardCharsets.UTF_8);
    }
}
