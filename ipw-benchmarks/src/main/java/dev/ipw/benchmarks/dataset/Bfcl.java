package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.question.ConversationTemplate;
import dev.ipw.benchmarks.question.DataSource;
import dev.ipw.benchmarks.question.RowsAsQuestions;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.Setting;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The provider of the single-turn part of the Berkeley Function Calling Leaderboard. The parameter {@code categories}
 * names categories and groups of them, {@code all} by default; {@code sample=mlperf} takes the same number of each as
 * MLPerf's edge-agentic task. The hub has version 3; {@code bfcl:FOLDER} reads a folder with the files of either
 * version, those of version 4 first.
 */
public final class Bfcl extends HubBenchmark {
    private static final String SAMPLE = "sample";
    private static final String WHOLE = "whole";
    private static final String MLPERF = "mlperf";
    private static final int WHOLE_UP_TO = 25;
    private static final int NON_LIVE_PERCENT = 62;
    private static final int OTHER_PERCENT = 10;
    private static final int WHOLE_PERCENT = 100;

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Bfcl() {
        super(new Benchmark("bfcl", "function calls with the right arguments, and none where none fits",
                "gorilla-llm/Berkeley-Function-Calling-Leaderboard, BFCL_v3_*.json of one turn", "Apache-2.0", false,
                3_641, "bfcl", List.of(),
                List.of("The functions are told in the prompt, not as tools.",
                        "Choose with " + Setting.DATASET_PARAM + " categories=live,simple_java; groups: all, non_live,"
                                + " live, hallucination.",
                        "The analysis bfcl adds up the categories as the leaderboard and MLPerf do; one"
                                + " turn is a part of the leaderboard's overall figure."))
                .publishedIn("2024"),
                "gorilla-llm/Berkeley-Function-Calling-Leaderboard");
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        Optional<String> address = parameters.text("address");
        return address.isPresent() ? inFolder(context, parameters, address.get()) : super.open(context, parameters);
    }

    private Dataset inFolder(DatasetContext context, Parameters parameters, String address) {
        FolderFiles folder = FolderFiles.of(address);
        List<String> files = categories(parameters).stream().map(category -> category.file(folder)).toList();
        Questions questions = questions(new Opened(context, parameters, folder));
        List<DataSource> sources = files.stream().<DataSource>map(path -> () -> rows(context, parameters, folder, path))
                .toList();
        return new RowsAsQuestions(id() + "@" + folder.revision(files), id(), benchmark().evaluator(),
                questions.templates(), sources, questions.mapping());
    }

    private static Set<BfclCategory> categories(Parameters parameters) {
        return BfclCategory.chosen(parameters.text("categories").orElse("all"));
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        SnapshotFiles files = new SnapshotFiles(snapshot);
        return categories(parameters).stream().map(category -> category.file(files)).toList();
    }

    @Override
    Stream<Row> rows(DatasetContext context, Parameters parameters, RepositoryFiles files, String path) {
        if (Choice.of(parameters, SAMPLE, WHOLE, MLPERF).equals(WHOLE)) {
            return files.rows(path);
        }
        BfclCategory category = Stream.of(BfclCategory.values()).filter(one -> one.files().contains(path)).findFirst()
                .orElseThrow();
        try (Stream<Row> all = files.rows(path)) {
            return files.rows(path).limit(sampleSize(category, all.count()));
        }
    }

    @Override
    Questions questions(Opened opened) {
        Choice.of(opened.parameters(), SAMPLE, WHOLE, MLPERF);
        Map<BfclCategory, Supplier<Map<String, Row>>> answers = new EnumMap<>(BfclCategory.class);
        for (BfclCategory category : BfclCategory.values()) {
            answers.put(category,
                    new Once<>(() -> byId(opened.files().rows("possible_answer/" + category.file(opened.files())))));
        }
        return Questions.of(new ConversationTemplate("bfcl", 2), row -> Optional.of(record(row, answers)))
                .answeredBy((row, record) -> Optional.of(new BfclAnswer(category(row), row.list("function"))
                        .calls(truth(row, answers))));
    }

    private static Map<String, Row> byId(Stream<Row> rows) {
        try (rows) {
            return rows.collect(Collectors.toMap(row -> row.requiredText("id"), row -> row, (one, again) -> one));
        }
    }

    private static BfclCategory category(Row row) {
        String id = row.requiredText("id");
        return BfclCategory.ofQuestion(id)
                .orElseThrow(() -> row.wrong("the id " + id + " begins with the name of no category of one turn"));
    }

    /** Lists the right calls; empty where no call should be made, or any is right. */
    private static List<?> truth(Row row, Map<BfclCategory, Supplier<Map<String, Row>>> answers) {
        BfclCategory category = category(row);
        if (!category.hasAnswers()) {
            return List.of();
        }
        String id = row.requiredText("id");
        Row answer = Objects.requireNonNull(answers.get(category), "answers of each category").get().get(id);
        if (answer == null) {
            throw row.wrong("there is no possible answer for " + id);
        }
        return answer.list("ground_truth");
    }

    private static DatasetRecord record(Row row, Map<BfclCategory, Supplier<Map<String, Row>>> answers) {
        BfclCategory category = category(row);
        List<Object> messages = new ArrayList<>();
        messages.add(Map.of("role", "system", "content", instruction(row.list("function"), category)));
        row.list("question").stream().findFirst().filter(List.class::isInstance)
                .ifPresent(turn -> messages.addAll((List<?>) turn));
        Object last = messages.getLast() instanceof Map<?, ?> message ? message.get("content") : "";
        String truth = Json.write(Json.fromPlain(truth(row, answers)));
        Metadata metadata = new Metadata().put(ConversationTemplate.MESSAGES, messages).put("category", category.id())
                .put("group", category.group()).put("language", category.language())
                .put("expects", category.expects())
                .put("function", Json.write(Json.fromPlain(row.list("function"))));
        if (!category.expects().equals("any_call")) {
            metadata.put("ground_truth", truth);
        }
        return DatasetRecord.builder(row.requiredText("id"), String.valueOf(last)).subject(category.id()).answer(truth)
                .metadata(metadata.map()).build();
    }

    private static String instruction(List<?> functions, BfclCategory category) {
        return "Answer the user by calling functions. Write nothing but the calls, as a Python list such as"
                + " [name(argument=value), other(argument=value)]." + hint(category)
                + " If no function fits, or the user does not say what one needs, say so without a call."
                + " These functions exist, in JSON:\n" + Json.write(Json.fromPlain(functions));
    }

    private static String hint(BfclCategory category) {
        return switch (category) {
            case SIMPLE_JAVA ->
                " The functions are of Java 8: write each value as a literal or expression of Java, such"
                        + " as 5L for a long or new ArrayList<>(Arrays.asList(1, 2)) for a list.";
            case SIMPLE_JAVASCRIPT -> " The functions are of JavaScript: write each value as a literal or expression of"
                    + " JavaScript.";
            default -> "";
        };
    }

    /**
     * Returns the number of first questions to take of a category, as in MLPerf's edge-agentic task: 62 % of those that
     * are not live, 10 % of the others, and all of a category of 25 or fewer. Of the sets of version 4 these are 995.
     * Questions of relevance are not part of the task.
     */
    private static long sampleSize(BfclCategory category, long all) {
        if (category == BfclCategory.LIVE_RELEVANCE) {
            return 0;
        }
        int percent = category.group().equals("non_live") ? NON_LIVE_PERCENT : OTHER_PERCENT;
        return all <= WHOLE_UP_TO ? all : Math.max(1, all * percent / WHOLE_PERCENT);
    }
}
