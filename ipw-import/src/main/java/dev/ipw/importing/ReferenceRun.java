package dev.ipw.importing;

import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.SystemInfo;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a run directory of the Python reference: a HuggingFace dataset with a row for each query, and
 * {@code summary.json}. It has the durations of queries, not their moments: they are placed one after the other, in the
 * order in which the reference asks them.
 */
final class ReferenceRun implements ImportedRun {
    static final String ID = "ipw";
    private static final String SUMMARY = "summary.json";
    private static final String DEFINITIONS = "times are of the wall clock around the call of the client, connection and "
            + "retries included, and the time to first token is whatever the client says; moments of tokens are not kept, "
            + "so there is neither a time per output token nor a gap between tokens";
    private static final String NOTE = "imported from the Python ipw, which records joules of queries only";
    private static final String ENERGY = "Joules are the Python ipw's own: the difference of two samples "
            + "of the accelerator's energy, so that each end is off by up to a sampling period, and in older versions from "
            + "the last sample of the query before, so that the pause between them is in it";

    private final Path directory;
    private final RunOrigin origin;
    private final Stream<SequencedMap<String, @Nullable Object>> stream;
    private final Iterator<SequencedMap<String, @Nullable Object>> rows;
    private final ReferenceRow reader;
    private long clockNanos;
    private long row;

    ReferenceRun(Path directory) {
        this.directory = directory;
        TreeReader summary = RunFiles.settings(directory.resolve(SUMMARY));
        HuggingFaceFolder folder = HuggingFaceFolder.open(directory, Optional.empty());
        String model = model(summary, folder);
        origin = origin(directory, summary, model);
        Optional<TreeReader> gpu = summary.optionalChild("gpu_info");
        reader = new ReferenceRow(model, headline(folder, model, gpu), gpu);
        stream = folder.rows();
        rows = stream.iterator();
    }

    /** Returns the model. Its name is the key of its answers; the summary names it, or there is only one. */
    private static String model(TreeReader summary, HuggingFaceFolder folder) {
        try (Stream<SequencedMap<String, @Nullable Object>> first = folder.rows()) {
            List<String> models = first.findFirst()
                    .map(row -> row.get("model_metrics") instanceof Map<?, ?> answers
                            ? names(answers)
                            : List.<String>of())
                    .orElse(List.of());
            Optional<String> named = summary.optionalText("model");
            if (named.isPresent() && (models.isEmpty() || models.contains(named.get()))) {
                return named.get();
            }
            if (models.size() != 1) {
                throw new InputException(folder.directory().toAbsolutePath() + " has answers of "
                        + (models.isEmpty() ? "no model" : String.join(", ", models)) + ". Say in " + SUMMARY
                        + " which 'model' is to be read");
            }
            return models.getFirst();
        }
    }

    private static Scope headline(HuggingFaceFolder folder, String model, Optional<TreeReader> gpu) {
        String place = folder.directory().toAbsolutePath().toString();
        try (Stream<SequencedMap<String, @Nullable Object>> rows = folder.rows()) {
            return ReferenceEnergy.headline(
                    rows.flatMap(row -> ReferenceRow.metrics(TreeReader.of(place, row), model).stream()), gpu);
        }
    }

    private static List<String> names(Map<?, ?> models) {
        return models.keySet().stream().map(String::valueOf).toList();
    }

    private static RunOrigin origin(Path directory, TreeReader summary, String model) {
        Path file = directory.resolve(SUMMARY);
        OptionalLong generated = BenchmarkToolTimes.moment(file.toAbsolutePath().toString(), summary, "generated_at");
        Instant written = generated.isPresent()
                ? Instant.ofEpochSecond(0, generated.getAsLong())
                : RunFiles.written(Files.exists(file) ? file : directory);
        Optional<TreeReader> asked = summary.optionalChild("profiler_config");
        Optional<TreeReader> versions = summary.optionalChild("versions");
        return RunOrigin.builder(ID, directory).model(Optional.of(model))
                .toolVersion(versions.flatMap(one -> one.optionalText("ipw")))
                .dataset(summary.optionalText("dataset").orElse(RunOrigin.UNKNOWN),
                        summary.optionalText("dataset_name").or(() -> summary.optionalText("dataset"))
                                .orElse(RunOrigin.UNKNOWN))
                .system(summary.optionalChild("system_info").map(ReferenceRun::system),
                        summary.optionalText("hardware_label"))
                // The reference asks one query after the other, independent of max_concurrency.
                .load(LoadSettings.ofConcurrency(1)).endedAt(written).coarseTimes().definitions(DEFINITIONS)
                .energyNote(NOTE).detail("client", asked.flatMap(one -> one.optionalText("client_id")))
                .detail("max_concurrency",
                        asked.map(one -> one.asMap().get("max_concurrency")).map(String::valueOf))
                .build();
    }

    private static SystemInfo system(TreeReader tree) {
        return new SystemInfo(filled(tree, "os_name").orElse(RunOrigin.UNKNOWN),
                filled(tree, "os_version").orElse(RunOrigin.UNKNOWN), filled(tree, "kernel_version"),
                filled(tree, "host_name"),
                BenchmarkToolNumbers.count(tree, "cpu_count"), filled(tree, "cpu_brand"));
    }

    /** Reads a text. The reference writes an empty text for an unknown one. */
    static Optional<String> filled(TreeReader tree, String key) {
        return tree.optionalText(key).filter(text -> !text.isBlank());
    }

    /** Finds the run in a run directory. */
    static List<ImportableRun> runs(Path path) {
        if (Files.exists(new RunDirectory(path).journal())) {
            throw new ConfigurationException(path.toAbsolutePath()
                    + " is already a run of this ipw: use it in any command");
        }
        HuggingFaceFolder.open(path, Optional.empty());
        Path name = path.toAbsolutePath().normalize().getFileName();
        return List.of(RunFiles.one(name == null ? "run" : name.toString(), () -> new ReferenceRun(path)));
    }

    @Override
    public RunOrigin origin() {
        return origin;
    }

    @Override
    public Optional<ImportedRequest> next() {
        if (!rows.hasNext()) {
            return Optional.empty();
        }
        String place = directory.toAbsolutePath() + ", row " + row++;
        ImportedRequest request = reader.request(place, rows.next(), clockNanos);
        clockNanos = request.outcome().timeline().endNanos();
        return Optional.of(request);
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        warnings.add("The Python ipw records no time of day of a query: queries follow each other without pauses");
        if (reader.metered() > 0) {
            warnings.add(ENERGY);
        }
        if (reader.zeros() > 0) {
            warnings.add(reader.zeros()
                    + " queries have 0 J, which the Python ipw writes for a query that ended before a second "
                    + "sample: they count as not measured");
        }
        if (reader.clockSteps() > 0) {
            warnings.add(reader.clockSteps() + " queries took no time, as where the wall clock was set back");
        }
        return warnings;
    }

    @Override
    public void close() {
        stream.close();
    }
}
