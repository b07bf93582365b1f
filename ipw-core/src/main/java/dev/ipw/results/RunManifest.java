package dev.ipw.results;

import dev.ipw.dataset.SampleManifest;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.tree.TreeBuilder;
import java.nio.charset.StandardCharsets;

/** Keep which records a run drew from its dataset, with a hash of each, in {@code manifest.json}. */
public final class RunManifest {
    private RunManifest() {}

    /**
     * Write the manifest of a run.
     *
     * @param directory the run's directory
     * @param manifest  what was drawn
     * @throws InputException if the file cannot be written
     */
    public static void write(RunDirectory directory, SampleManifest manifest) {
        String json = TreeBuilder.object().put("dataset_id", manifest.datasetId()).put("seed", manifest.seed())
                .put("population_by_subject", manifest.populationBySubject())
                .put("records", manifest.entries().stream().map(
                        entry -> TreeBuilder.object().put("id", entry.id()).put("sha256", entry.sha256()).build())
                        .toList())
                .prettyJson();
        AtomicFile.write(directory.manifest(), json.getBytes(StandardCharsets.UTF_8));
    }
}
