package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The provider of GDPval: tasks of 44 occupations with a rubric of experts. The attached files are named in the prompt;
 * an agent finds them in its folder, and is asked to write files there.
 */
public final class GdpVal extends HubBenchmark {
    private static final String ATTACHED = "reference_paths";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public GdpVal() {
        super(new Benchmark("gdpval", "tasks of 44 occupations with a rubric of experts", "openai/gdpval, split train",
                "MIT", false, 220, "rubric", List.of("a judge", "an agent that writes files for most tasks"),
                List.of("Of the files that an agent leaves their text is judged; experts saw them whole, with their layout"
                        + " and pictures.", "A model without a folder is asked for text, and only that is judged."))
                .publishedIn("2025-09"),
                "openai/gdpval", "default", "train");
    }

    @Override
    Questions questions(Opened opened) {
        return Questions.of(new DeliverableTemplate("gdpval", 2), row -> Optional.of(record(row)))
                .answeredBy((row, record) -> Optional.empty());
    }

    @Override
    Map<String, Path> attachments(DatasetRecord record, RepositoryFiles files) {
        Map<String, Path> attached = new TreeMap<>();
        if (record.metadata().get(ATTACHED) instanceof List<?> paths) {
            paths.stream().map(String::valueOf)
                    .forEach(path -> attached.put(path.substring(path.lastIndexOf('/') + 1), files.fetch(path)));
        }
        return attached;
    }

    private static DatasetRecord record(Row row) {
        List<String> paths = row.texts("reference_files");
        Metadata metadata = Metadata.of(row, "sector", "occupation").put("criteria", criteria(row))
                .put("deliverables", "files").put(DeliverableTemplate.ATTACHED,
                        paths.stream().map(path -> path.substring(path.lastIndexOf('/') + 1)).toList());
        if (!paths.isEmpty()) {
            metadata.put(ATTACHED, paths);
        }
        return DatasetRecord.builder(row.requiredText("task_id"), row.requiredText("prompt"))
                .subject(row.text("occupation").orElse("other")).metadata(metadata.map()).build();
    }

    private static List<Map<String, Object>> criteria(Row row) {
        try {
            return Json.toPlain(Json.parse(row.requiredText("rubric_json"))) instanceof List<?> items
                    ? items.stream().map(item -> criterion(item, row)).toList()
                    : List.of();
        } catch (JsonSyntaxException torn) {
            throw row.wrong("the column rubric_json is no JSON: " + torn.getMessage());
        }
    }

    private static Map<String, Object> criterion(Object item, Row row) {
        if (item instanceof Map<?, ?> map && map.get("criterion") instanceof String text
                && map.get("score") instanceof Number points) {
            return Map.of("criterion", text, "points", points.doubleValue(), "required",
                    Boolean.TRUE.equals(map.get("required")));
        }
        throw row.wrong("an item of rubric_json has no criterion with a score");
    }
}
