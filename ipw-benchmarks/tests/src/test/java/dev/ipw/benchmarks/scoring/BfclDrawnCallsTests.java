package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws functions, possible answers and calls, and holds the checker against one that tries every pairing. */
@Tag("statistical")
final class BfclDrawnCallsTests {
    private static final int DRAWS = Draws.of(150, 1_500);

    /** A parameter; the empty text among its values lets it be left out. */
    private record Drawn(String name, String type, boolean isRequired, List<Object> allowed) {}

    private record Expected(String name, List<Drawn> parameters) {}

    private record Given(String name, Map<String, Object> arguments) {}

    private static Verdict judged(DatasetRecord record, String answer) throws InterruptedException {
        try (Evaluator evaluator = Plugins.builder("evaluator", EvaluatorProvider.class).build().require("bfcl").create(
                EvaluatorContext.builder().build(),
                Parameters.none("evaluator bfcl"))) {
            Evaluation evaluation = evaluator.evaluate(record, Answered.with(answer));
            return evaluation.verdict();
        }
    }

    @ParameterizedTest
    @EnumSource
    void agreesWithTryingEveryPairing(SourceLanguage language) throws InterruptedException {
        int right = 0;
        for (int seed = 0; seed < DRAWS; seed++) {
            Random random = new Random(seed);
            List<Expected> expected = new ArrayList<>();
            for (int call = random.nextInt(1, 5); call > 0; call--) {
                // Calls of one function share its description, so that they are drawn as one with other values.
                expected.add(random.nextInt(3) == 0 && !expected.isEmpty()
                        ? withOtherValues(random, expected.getFirst())
                        : drawn(random, language, "f" + call + (random.nextBoolean() ? ".go" : "")));
            }
            List<Given> given = given(random, expected);
            boolean isRight = anyPairing(expected, given);
            String answer = "[" + given.stream().map(call -> written(call, language))
                    .collect(Collectors.joining(", ")) + "]";
            right += isRight ? 1 : 0;

            assertThat(judged(record(expected, language), answer) == Verdict.CORRECT)
                    .as("seed %s: %s for %s", seed, answer, expected).isEqualTo(isRight);
        }
        assertThat(right).as("right answers among those drawn").isBetween(Draws.minHits(DRAWS, 0.2),
                Draws.maxHits(DRAWS, 0.8));
    }

    private static Expected drawn(Random random, SourceLanguage language, String name) {
        List<Drawn> parameters = new ArrayList<>();
        for (int at = random.nextInt(4); at > 0; at--) {
            String type = List.of("text", "whole", "real", "truth", "list").get(random.nextInt(5));
            List<Object> allowed = new ArrayList<>();
            for (int value = random.nextInt(1, 3); value > 0; value--) {
                allowed.add(value(random, type));
            }
            boolean mayBeLeftOut = random.nextInt(3) == 0;
            if (mayBeLeftOut) {
                allowed.add("");
            }
            parameters.add(new Drawn("p" + at, named(type, language), !mayBeLeftOut && random.nextBoolean(), allowed));
        }
        return new Expected(name, parameters);
    }

    private static Expected withOtherValues(Random random, Expected call) {
        return new Expected(call.name(), call.parameters().stream().map(one -> {
            List<Object> allowed = new ArrayList<>(one.allowed());
            Collections.shuffle(allowed, random);
            return new Drawn(one.name(), one.type(), one.isRequired(),
                    allowed.subList(0, random.nextInt(1, allowed.size() + 1)));
        }).toList());
    }

    private static String named(String type, SourceLanguage language) {
        return switch (type) {
            case "text" -> language == SourceLanguage.PYTHON ? "string" : "String";
            case "whole" -> language == SourceLanguage.JAVA ? "long" : "integer";
            case "real" -> language == SourceLanguage.JAVA ? "double" : "float";
            case "truth" -> language == SourceLanguage.JAVASCRIPT ? "Boolean" : "boolean";
            default -> language == SourceLanguage.JAVA ? "ArrayList" : "array";
        };
    }

    private static Object value(Random random, String type) {
        return switch (type) {
            case "text" -> List.of("New York", "a-b", "x", "it's").get(random.nextInt(4));
            case "whole" -> (long) random.nextInt(-3, 4);
            case "real" -> random.nextInt(-4, 5) / 2.0;
            case "truth" -> random.nextBoolean();
            default -> random.ints(random.nextInt(4), 0, 3).mapToObj(each -> (Object) (long) each).toList();
        };
    }

    /** Answer rightly in another order, or with one thing wrong. */
    private static List<Given> given(Random random, List<Expected> expected) {
        List<Given> given = new ArrayList<>();
        for (Expected call : expected) {
            Map<String, Object> arguments = new LinkedHashMap<>();
            for (Drawn parameter : call.parameters()) {
                Object value = parameter.allowed().get(random.nextInt(parameter.allowed().size()));
                if (!"".equals(value)) {
                    arguments.put(parameter.name(),
                            value instanceof String text && random.nextBoolean()
                                    ? text.toLowerCase(Locale.ROOT).replace(" ", "")
                                    : value);
                }
            }
            given.add(new Given(call.name(), arguments));
        }
        Collections.shuffle(given, random);
        if (random.nextBoolean()) {
            spoil(random, given);
        }
        return given;
    }

    private static void spoil(Random random, List<Given> given) {
        int at = random.nextInt(given.size());
        Given call = given.get(at);
        Map<String, Object> arguments = new LinkedHashMap<>(call.arguments());
        switch (random.nextInt(5)) {
            case 0 -> given.add(new Given(call.name(), arguments));
            case 1 -> given.set(at, new Given("other", arguments));
            case 2 -> arguments.put("unknown", 1L);
            case 3 -> arguments.keySet().stream().findFirst().ifPresent(arguments::remove);
            default -> arguments.keySet().stream().findFirst().ifPresent(name -> arguments.put(name, 99L));
        }
        if (at < given.size() && given.get(at).equals(call)) {
            given.set(at, new Given(call.name(), arguments));
        }
    }

    private static boolean anyPairing(List<Expected> expected, List<Given> given) {
        if (expected.isEmpty() || given.isEmpty()) {
            return expected.isEmpty() && given.isEmpty();
        }
        for (int at = 0; at < given.size(); at++) {
            List<Given> others = new ArrayList<>(given);
            others.remove(at);
            if (fits(expected.getFirst(), given.get(at))
                    && anyPairing(expected.subList(1, expected.size()), others)) {
                return true;
            }
        }
        return false;
    }

    private static boolean fits(Expected expected, Given given) {
        List<String> names = expected.parameters().stream().map(Drawn::name).toList();
        return expected.name().equals(given.name()) && names.containsAll(given.arguments().keySet())
                && expected.parameters().stream().allMatch(one -> given.arguments().containsKey(one.name())
                        ? one.allowed().stream().anyMatch(value -> alike(value, given.arguments().get(one.name()), one))
                        : one.allowed().contains("") && !one.isRequired());
    }

    private static boolean alike(Object allowed, Object given, Drawn parameter) {
        if (allowed instanceof String one && given instanceof String other) {
            return letters(one).equals(letters(other));
        }
        boolean isReal = parameter.type().equals("float") || parameter.type().equals("double");
        if (isReal && allowed instanceof Double one && given instanceof Number other) {
            return one == other.doubleValue();
        }
        return Objects.equals(allowed, given);
    }

    private static String letters(String text) {
        StringBuilder letters = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            if (" ,./-_*^".indexOf(letter) < 0) {
                letters.append(Character.toLowerCase(letter));
            }
        }
        return letters.toString();
    }

    private static DatasetRecord record(List<Expected> expected, SourceLanguage language) {
        List<Object> truth = new ArrayList<>();
        for (Expected call : expected) {
            Map<String, Object> allowed = new LinkedHashMap<>();
            call.parameters().forEach(one -> allowed.put(one.name(), one.allowed()));
            truth.add(Map.of(call.name(), allowed));
        }
        return DatasetRecord.builder("q", "?").metadata(Map.of("ground_truth", Json.write(Json.fromPlain(truth)),
                "function", Json.write(Json.fromPlain(described(expected))), "language",
                language.name().toLowerCase(Locale.ROOT))).build();
    }

    private static List<Object> described(List<Expected> expected) {
        List<Object> described = new ArrayList<>();
        for (Expected call : expected) {
            Map<String, Object> properties = new LinkedHashMap<>();
            call.parameters().forEach(one -> properties.put(one.name(),
                    Map.of("type", one.type(), "items", Map.of("type", "integer"))));
            described.add(Map.of("name", call.name(), "parameters", Map.of("type", "dict", "properties", properties,
                    "required", call.parameters().stream().filter(Drawn::isRequired).map(Drawn::name).toList())));
        }
        return described;
    }

    private static String written(Given call, SourceLanguage language) {
        return call.name() + "(" + call.arguments().entrySet().stream()
                .map(one -> one.getKey() + "=" + written(one.getValue(), language, true))
                .collect(Collectors.joining(", ")) + ")";
    }

    private static String written(Object value, SourceLanguage language, boolean isOutermost) {
        return switch (value) {
            case Boolean truth -> language == SourceLanguage.PYTHON
                    ? truth ? "True" : "False"
                    : String.valueOf(truth);
            case Long whole -> whole + (language == SourceLanguage.JAVA && isOutermost ? "L" : "");
            case List<?> list -> list.stream().map(one -> written(one, language, false))
                    .collect(Collectors.joining(", ", language == SourceLanguage.JAVA
                            ? "new ArrayList<Integer>(Arrays.asList("
                            : "[", language == SourceLanguage.JAVA ? "))" : "]"));
            default -> value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            java       | long      | 5             | 5L                                                        | true
            java       | long      | 5             | 5                                                         | false
            java       | integer   | 5             | 5                                                         | true
            java       | integer   | 5             | 5L                                                        | false
            java       | float     | 1.5           | 1.5f                                                      | true
            java       | float     | 1.5           | 1.5                                                       | false
            java       | double    | 3.0           | 3                                                         | true
            java       | boolean   | true          | true                                                      | true
            java       | boolean   | true          | True                                                      | false
            java       | char      | "x"           | 'x'                                                       | true
            java       | any       | "map"         | map                                                       | true
            java       | Array     | ["a","b"]     | new String[]{"a", "b"}                                    | true
            java       | Array     | ["a","b"]     | new String[]{"a"}                                         | false
            java       | Array     | "names"       | names                                                     | true
            java       | ArrayList | [1,true,"a"]  | new ArrayList<>(Arrays.asList(1, true, "a"))              | true
            java       | ArrayList | [1,2]         | new ArrayList<Integer>() {{ add(1); add(2); }}            | true
            java       | ArrayList | []            | new ArrayList<>()                                         | true
            java       | ArrayList | [1,2]         | List.of(1, 2)                                             | true
            java       | HashMap   | {"a":[1]}     | new HashMap<String, Object>() {{ put("a", 1); }}          | true
            java       | HashMap   | {"a":[1]}     | new HashMap<String, Object>() {{ put("a", 2); }}          | false
            java       | HashMap   | {"a":["x,y"]} | Map.of("a", "x,y")                                        | true
            javascript | String    | "it"          | 'it'                                                      | true
            javascript | integer   | 5             | 5                                                         | true
            javascript | Bigint    | 5             | 5n                                                        | true
            javascript | Bigint    | 5             | 5                                                         | false
            javascript | float     | 4.0           | 4                                                         | true
            javascript | Boolean   | true          | true                                                      | true
            javascript | array     | ["a",[1,2]]   | ["a", [1, 2]]                                             | true
            javascript | array     | [60,30]       | [60.0, 30]                                                | true
            javascript | dict      | {"a":[1],"b":[["c"]]} | {a: 1, "b": ['c']}                                | true
            javascript | dict      | {"a":[1]}     | {a: 1, b: 2}                                              | false
            javascript | dict      | "settings"    | settings                                                  | true
            javascript | any       | "() => 1"     | () => 1                                                   | true
            """)
    void readsValuesAsTheirLanguageWritesThem(String language, String type, String allowed, String source,
            boolean isRight) throws Exception {
        DatasetRecord record = DatasetRecord.builder("q", "?").metadata(Map.of("language", language, "ground_truth",
                "[{\"f\":{\"p\":[" + allowed + "],\"q\":[\"z\",\"\"]}}]", "function",
                "[{\"name\":\"f\",\"parameters\":{\"properties\":{\"p\":{\"type\":\"" + type
                        + "\"},\"q\":{\"type\":\"any\"}},\"required\":[\"p\"]}}]"))
                .build();

        assertThat(judged(record, "[f(p=" + source + ", q=z)]") == Verdict.CORRECT).isEqualTo(isRight);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no_call  | None of the functions fits.        | correct
            no_call  | []                                 | correct
            no_call  | [peel(fruit="pear")]               | incorrect
            any_call | [peel(fruit="pear")]               | correct
            any_call | [shop.peel()]                      | correct
            any_call | [{"name": "peel", "arguments": 5}] | incorrect
            any_call | [boil(fruit="pear")]               | incorrect
            any_call | I would peel it.                   | incorrect
            any_call | []                                 | incorrect
            """)
    void judgesWhetherAnyCallWasMade(String expects, String answer, String verdict) throws InterruptedException {
        Map<String, Object> metadata = new LinkedHashMap<>(Map.of("expects", expects, "function",
                "[{\"name\":\"peel\",\"parameters\":{}},{\"name\":\"shop.peel\",\"parameters\":{}}]"));
        if (expects.equals("no_call")) {
            metadata.put("ground_truth", "[]");
        }

        assertThat(judged(DatasetRecord.builder("q", "?").metadata(metadata).build(), answer).label())
                .isEqualTo(verdict);
    }
}
