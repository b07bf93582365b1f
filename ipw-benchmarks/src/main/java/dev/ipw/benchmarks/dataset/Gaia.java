package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.question.ImageStore;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.plugin.Parameters;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The provider of GAIA: tasks for assistants with tools, with exact short answers. The parameter {@code level} is
 * {@code all}, 1, 2 or 3. Text files are put into the prompt and images beside it; only an agent can read other
 * attachments, which it finds in its folder. The field {@code attachment_shown} records this.
 */
public final class Gaia extends HubBenchmark {
    private static final String INSTRUCTION = "\n\nThink as long as you need, then write as your last line \"FINAL ANSWER:\""
            + " and behind it the answer alone: a number without separators and units, as few words as possible, or a list of"
            + " these with commas between them.";
    private static final Set<String> TEXTS = Set.of("txt", "csv", "tsv", "json", "jsonl", "jsonld", "xml", "md", "py",
            "html", "pdb");
    private static final Map<String, String> IMAGES = Map.of("png", "image/png", "jpg", "image/jpeg", "jpeg",
            "image/jpeg", "gif", "image/gif", "webp", "image/webp");
    private static final String ATTACHED = "file_path";
    private static final int MAX_TEXT_BYTES = 200_000;
    private static final long MAX_IMAGE_BYTES = 64L << 20;

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Gaia() {
        super(new Benchmark("gaia", "tasks for assistants with tools, with exact short answers",
                "gaia-benchmark/GAIA, config 2023_all, split validation", "not stated; must not be shared in the open",
                true,
                165, "gaia", List.of("a model with web search and tools for most tasks"),
                List.of("Spreadsheets, sounds, PDFs and archives are not shown to a plain model (attachment_shown)."))
                .publishedIn("2023-11"),
                "gaia-benchmark/GAIA");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        String level = Choice.of(parameters, "level", "all", "1", "2", "3");
        return split(snapshot, "2023_" + (level.equals("all") ? level : "level" + level), "validation");
    }

    @Override
    Questions questions(Opened opened) {
        ImageStore images = new ImageStore(opened.files().cacheFolder(opened.context(), "gaia-images"));
        PromptTemplate template = new QuestionTemplate("gaia", 1,
                record -> images.message(record, record.problem() + INSTRUCTION));
        return Questions.of(template, row -> Optional.of(record(row, opened.files(), images)))
                .answeredBy((row, record) -> Optional.of("FINAL ANSWER: " + record.answer()));
    }

    private static DatasetRecord record(Row row, RepositoryFiles files, ImageStore images) {
        String level = row.requiredText("Level");
        Metadata metadata = Metadata.of(row, "file_name").put("level", level);
        String question = row.requiredText("Question");
        Optional<String> path = row.text("file_path").filter(text -> !text.isBlank());
        if (path.isPresent()) {
            metadata.put(ATTACHED, path.get());
            question += "\n\n" + attached(path.get(), files, images, metadata);
        }
        return DatasetRecord.builder(row.requiredText("task_id"), question)
                .answer(row.requiredText("Final answer")).subject("level " + level).metadata(metadata.map()).build();
    }

    @Override
    Map<String, Path> attachments(DatasetRecord record, RepositoryFiles files) {
        return record.metadata().get(ATTACHED) instanceof String path
                ? Map.of(path.substring(path.lastIndexOf('/') + 1), files.fetch(path))
                : Map.of();
    }

    private static String attached(String path, RepositoryFiles files, ImageStore images, Metadata metadata) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        Path file = files.fetch(path);
        String type = IMAGES.get(suffix);
        if (type != null) {
            metadata.put(ImageStore.IMAGE, images.keep(type, BoundedFile.read(file, MAX_IMAGE_BYTES)))
                    .put("attachment_shown", true);
            return "The attached image is " + name + ".";
        }
        boolean isShown = TEXTS.contains(suffix) && file.toFile().length() <= MAX_TEXT_BYTES;
        metadata.put("attachment_shown", isShown);
        return isShown
                ? "The attached file " + name + ":\n"
                        + new String(BoundedFile.read(file, MAX_TEXT_BYTES), StandardCharsets.UTF_8)
                : "A file " + name + " is attached.";
    }
}
