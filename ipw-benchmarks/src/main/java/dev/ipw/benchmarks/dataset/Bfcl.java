package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.question.ConversationTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Provide the single-turn part of the Berkeley Function Calling Leaderboard. The parameter {@code category} is {@code simple}, {@code
 * multiple}, {@code parallel} or {@code parallel_multiple}.
 */
public final class Bfcl extends HubBenchmark {
    /** Make the provider, as {@link java.util.ServiceLoader} does. */
    public Bfcl() {
        super(new Benchmark("bfcl", "function calls with the right arguments",
                "gorilla-llm/Berkeley-Function-Calling-Leaderboard, BFCL_v3_simple.json", "Apache-2.0", false, 400,
                "bfcl",
                List.of(), List.of("The functions are told in the prompt, not as tools.",
                        "Python functions, one turn; not the leaderboard's overall figure."))
                .publishedIn("2024"),
                "gorilla-llm/Berkeley-Function-Calling-Leaderboard");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return List.of(file(parameters));
    }

    private static String file(Parameters parameters) {
        return "BFCL_v3_" + Choice.of(parameters, "category", "simple", "multiple", "parallel", "parallel_multiple")
                + ".json";
    }

    @Override
    Questions questions(DatasetContext context, Parameters parameters, RepositoryFiles files) {
        String category = Choice.of(parameters, "category", "simple", "multiple", "parallel", "parallel_multiple");
        Supplier<Map<String, Row>> answers = new Once<>(() -> byId(files.rows("possible_answer/" + file(parameters))));
        PromptTemplate template = new ConversationTemplate("bfcl", 1);
        return Questions.of(template, row -> Optional.of(record(row, category, answers.get())))
                .answeredBy((row, record) -> Optional.of(calls(answers.get(), row)));
    }

    private static Map<String, Row> byId(Stream<Row> rows) {
        try (rows) {
            return rows.collect(Collectors.toMap(row -> row.requiredText("id"), row -> row, (one, again) -> one));
        }
    }

    private static DatasetRecord record(Row row, String category, Map<String, Row> answers) {
        String id = row.requiredText("id");
        Row answer = answers.get(id);
        if (answer == null) {
            throw row.wrong("there is no possible answer for " + id);
        }
        List<Object> messages = new ArrayList<>();
        messages.add(Map.of("role", "system", "content", instruction(row.list("function"))));
        row.list("question").stream().findFirst().filter(List.class::isInstance)
                .ifPresent(turn -> messages.addAll((List<?>) turn));
        Object last = messages.getLast() instanceof Map<?, ?> message ? message.get("content") : "";
        return DatasetRecord.builder(id, String.valueOf(last)).subject(category)
                .answer(Json.write(Json.fromPlain(answer.list("ground_truth"))))
                .metadata(new Metadata().put(ConversationTemplate.MESSAGES, messages)
                        .put("ground_truth", Json.write(Json.fromPlain(answer.list("ground_truth"))))
                        .put("function", Json.write(Json.fromPlain(row.list("function")))).map())
                .build();
    }

    private static String instruction(List<?> functions) {
        return "Answer the user by calling functions. Write nothing but the calls, as a Python list such as"
                + " [name(argument=value), other(argument=value)]. These functions exist, in JSON:\n"
                + Json.write(Json.fromPlain(functions));
    }

    /** Write the calls of a possible answer with the first value that is allowed for each argument. */
    private static String calls(Map<String, Row> answers, Row row) {
        List<String> calls = new ArrayList<>();
        for (Object one : answers.getOrDefault(row.requiredText("id"), row).list("ground_truth")) {
            if (one instanceof Map<?, ?> call) {
                call.forEach((name, arguments) -> calls.add(name + "(" + arguments((Map<?, ?>) arguments) + ")"));
            }
        }
        return "[" + String.join(", ", calls) + "]";
    }

    private static String arguments(Map<?, ?> arguments) {
        List<String> written = new ArrayList<>();
        arguments.forEach((name, allowed) -> {
            Object first = allowed instanceof List<?> list && !list.isEmpty() ? list.getFirst() : "";
            if (!"".equals(first)) {
                written.add(name + "=" + python(first));
            }
        });
        return String.join(", ", written);
    }

    private static String python(Object value) {
        return switch (value) {
            case Boolean truth -> truth ? "True" : "False";
            case Number number -> number.toString();
            case List<?> list -> list.stream().map(Bfcl::python).collect(Collectors.joining(", ", "[", "]"));
            default -> Json.write(Json.fromPlain(value));
        };
    }
}
