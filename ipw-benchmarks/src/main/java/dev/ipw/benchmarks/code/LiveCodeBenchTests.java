package dev.ipw.benchmarks.code;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tests of LiveCodeBench: a program that reads standard input, or a function. Outputs are compared as texts, and if
 * these differ, word by word as exact decimals.
 */
final class LiveCodeBenchTests implements CodeTests {
    private static final long MAX_BYTES = 512L << 20;
    private static final int MAX_CHARACTERS = 64 << 20;
    private static final String PRELUDE = Stream
            .of("string", "re", "datetime", "collections", "heapq", "bisect", "copy",
                    "math", "random", "statistics", "itertools", "functools", "operator", "io", "sys", "json")
            .map(module -> "import " + module + "\nfrom " + module + " import *\n").collect(Collectors.joining())
            + "from typing import *\nsys.setrecursionlimit(50000)\n";

    @Override
    public Optional<CodeTask> task(DatasetRecord question, String answer) {
        String function = Fields.text(question, "func_name");
        return CodeText.lastBlock(answer).map(code -> new CodeTask(PRELUDE + "\n" + code,
                function.isEmpty() ? "stdin" : "function", function, tests(question)));
    }

    private static JsonNode hidden(DatasetRecord question, Path file) throws JsonSyntaxException {
        String tests = PrivateTests.decode(file);
        if (tests.length() > MAX_CHARACTERS) {
            throw new InputException("The hidden tests of " + question.id() + " hold " + (tests.length() >> 20)
                    + " million characters, more than the " + (MAX_CHARACTERS >> 20) + " that can be run");
        }
        return Json.parse(tests);
    }

    private static JsonNode tests(DatasetRecord question) {
        String file = Fields.text(question, "tests_file");
        try {
            JsonNode tests = file.isEmpty()
                    ? Json.parse(Fields.text(question, "tests"))
                    : Json.parse(BoundedFile.read(Path.of(file), MAX_BYTES));
            ArrayNode all = Json.array();
            tests.forEach(all::add);
            String hidden = Fields.text(question, "hidden_tests_file");
            if (!hidden.isEmpty()) {
                hidden(question, Path.of(hidden)).forEach(all::add);
            }
            return all;
        } catch (JsonSyntaxException torn) {
            throw new InputException("The tests of " + question.id() + " are torn: " + torn.getMessage()
                    + ". Delete " + (file.isEmpty() ? "the dataset in the cache" : file) + " and try again", torn);
        }
    }
}
