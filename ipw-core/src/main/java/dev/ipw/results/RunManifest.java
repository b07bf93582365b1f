package dev.ipw.results;

import dev.ipw.dataset.SampleManifest;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keep which records a run drew from its dataset, with a hash of each, in {@code manifest.json}. */
public final class RunManifest {
    private static final long MOST_BYTES = 1L << 30;

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

    /**
     * Read the manifest of a run.
     *
     * @param directory the run's directory
     * @return what was drawn
     * @throws InputException if the file is missing or damaged
     */
    public static SampleManifest read(RunDirectory directory) {
        String json = new String(BoundedFile.read(directory.manifest(), MOST_BYTES), StandardCharsets.UTF_8);
        TreeReader tree = TreeReader.ofJson(directory.manifest().toAbsolutePath().toString(), json);
        TreeReader population = tree.child("population_by_subject");
        SortedMap<String, Long> bySubject = new TreeMap<>();
        population.asMap().keySet().forEach(subject -> bySubject.put(subject, population.whole(subject)));
        return new SampleManifest(tree.text("dataset_id"), tree.whole("seed"), bySubject, tree.children("records")
                .stream().map(entry -> new SampleManifest.Entry(entry.text("id"), entry.text("sha256"))).toList());
    }
}
