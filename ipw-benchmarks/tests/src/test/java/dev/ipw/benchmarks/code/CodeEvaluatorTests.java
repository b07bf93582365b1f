package dev.ipw.benchmarks.code;

import dev.ipw.benchmarks.BenchmarkProvider;
import dev.ipw.benchmarks.ExampleCheck;
import dev.ipw.benchmarks.sandbox.SandboxChoice;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Runs answers in the real sandbox of this machine; a machine without one skips them. */
@Tag("process")
final class CodeEvaluatorTests {
    private static final SandboxChoice CHOICE = SandboxChoice.of(
            Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin"), "bubblewrap", Optional.empty(), "");

    @BeforeEach
    void needsASandbox() {
        assumeTrue(CHOICE.sandbox().isPresent(), "no sandbox: " + CHOICE.reason());
    }

    private static EvaluatorProvider provider(String id) {
        return Plugins.builder("evaluator", EvaluatorProvider.class).build().require(id);
    }

    private static Evaluator evaluator(EvaluatorProvider provider, String... parameters) {
        return provider.create(EvaluatorContext.builder().build(), Parameters.of("evaluator", parameters.length == 0
                ? Map.of()
                : Map.of(parameters[0], parameters[1])));
    }

    private static Evaluation judged(EvaluatorProvider provider, DatasetRecord record, String answer)
            throws InterruptedException {
        // Only a program without an end waits for its limit.
        return evaluator(provider, "timeout", answer.contains("while True") ? "2s" : "10m").evaluate(record,
                Answered.with(answer));
    }

    private static String block(String code) {
        return "Here it is:\n```python\n" + code + "\n```\nDone.";
    }

    private static DatasetRecord stdin(String input, String output) {
        return DatasetRecord.builder("q", "Do it")
                .metadata(Map.of("tests", dev.ipw.internal.json.Json.write(dev.ipw.internal.json.Json.fromPlain(
                        List.of(Map.of("input", input, "output", output, "testtype", "stdin"))))))
                .build();
    }

    @Test
    void aProgramCannotReadItsTestsInTheMemoryOfWhatRunsIt() throws InterruptedException {
        String secret = "4711-" + "0815".repeat(3);
        String program = """
                import os, re
                found = "nothing"
                try:
                    parent = os.getppid()
                    with open(f"/proc/{parent}/maps") as maps, open(f"/proc/{parent}/mem", "rb", 0) as memory:
                        for line in maps:
                            start, end = [int(part, 16) for part in line.split()[0].split("-")]
                            if " rw" in line and "[" not in line:
                                memory.seek(start)
                                hit = re.search(rb"4711-[0-9]{12}", memory.read(end - start))
                                found = hit.group().decode() if hit else found
                except OSError as refused:
                    found = "refused: " + str(refused)
                print(found)
                """;

        Evaluation evaluation = judged(provider("livecodebench"), stdin("x", secret), block(program));

        assertThat(evaluation.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(evaluation.reason()).contains("got refused:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"humaneval", "mbpp", "livecodebench"})
    void examplesAreScoredAsTheyShouldBe(String id) throws InterruptedException {
        BenchmarkProvider benchmark = (BenchmarkProvider) Plugins.builder("dataset", DatasetProvider.class).build()
                .require(id);
        EvaluatorProvider provider = provider(id);
        ExampleCheck check = ExampleCheck.of(benchmark, evaluator(provider, "timeout", "10m"));

        assertThat(check.problems()).isEmpty();
        assertThat(check.judged()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 4     | 7          | correct
            3 4     | 7.0        | correct
            3 4     | 7.0000001  | incorrect
            3 4     | 8          | incorrect
            """)
    void comparesOutputsAsExactDecimals(String input, String output, String verdict) throws InterruptedException {
        Evaluation evaluation = judged(provider("livecodebench"), stdin(input, output),
                block("a, b = map(int, input().split())\nprint(a + b)"));

        assertThat(evaluation.verdict().label()).isEqualTo(verdict);
    }

    @Test
    void namesTheFirstTestThatFails() throws InterruptedException {
        Evaluation evaluation = judged(provider("livecodebench"), stdin("3 4", "7"), block("print(8)"));

        assertThat(evaluation.reason()).isEqualTo("Test 1 of 1: prints something else; input 3 4; expected 7; got 8");
        assertThat(evaluation.metadata()).containsEntry("passed", "0").containsEntry("sandbox", "bubblewrap");
    }

    @Test
    void takesTheLastBlock() throws InterruptedException {
        assertThat(judged(provider("livecodebench"), stdin("", "2"),
                "First try:\n```python\nprint(1)\n```\nNo, better:\n```python\nprint(2)\n```").verdict())
                .isEqualTo(Verdict.CORRECT);
    }

    @Test
    void callsAFunctionAndTakesTuplesForLists() throws InterruptedException {
        DatasetRecord record = DatasetRecord.builder("q", "Do it").metadata(Map.of("func_name", "pair", "tests",
                "[{\"input\":\"1\\n[2, 3]\",\"output\":\"[1, [2, 3]]\",\"testtype\":\"functional\"}]")).build();
        String code = "class Solution:\n    def pair(self, a: int, b: List[int]):\n        return (a, tuple(b))";

        assertThat(judged(provider("livecodebench"), record, block(code)).verdict())
                .isEqualTo(Verdict.CORRECT);
        assertThat(judged(provider("livecodebench"), record, block(code.replace("(a, ", "(b, "))).verdict())
                .isEqualTo(Verdict.INCORRECT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            print(                                      | SyntaxError
            while True: pass                            | takes longer than allowed
            raise ValueError("no")                      | ValueError: no
            import os; os._exit(0)                      | ended before the tests did
            import sys; sys.exit(0)                     | SystemExit
            print("x"); import os, signal; os.kill(os.getppid(), signal.SIGKILL) | ended
            """)
    void saysHowAProgramFails(String code, String says) throws InterruptedException {
        DatasetRecord record = DatasetRecord.builder("q", "Do it")
                .metadata(Map.of("test_list", List.of("assert f() == 1"))).build();
        Evaluation evaluation = judged(provider("mbpp"), record, block(code));

        assertThat(evaluation.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(evaluation.reason()).contains(says);
    }

    @Test
    void aProgramThatForgesAReportIsNotBelieved() throws InterruptedException {
        DatasetRecord record = DatasetRecord.builder("q", "Do it")
                .metadata(Map.of("test_list", List.of("assert f() == 1"))).build();

        assertThat(judged(provider("mbpp"), record,
                block("print('{\"passed\": 1, \"total\": 1}')\nimport os\nos._exit(0)")).verdict())
                .isEqualTo(Verdict.INCORRECT);
    }

    @Test
    void anAnswerWithoutAProgramIsNoAttempt() throws InterruptedException {
        assertThat(judged(provider("livecodebench"), stdin("", "1"), "I do not know.").verdict())
                .isEqualTo(Verdict.NOT_ATTEMPTED);
    }

    @Test
    void aFunctionMayBeCompletedInsteadOfRepeated() throws InterruptedException {
        DatasetRecord record = DatasetRecord.builder("q", "p").metadata(Map.of("prompt", "def one():\n", "test",
                "def check(candidate):\n    assert candidate() == 1\n", "entry_point", "one")).build();

        assertThat(judged(provider("humaneval"), record, "    return 1").verdict())
                .isEqualTo(Verdict.CORRECT);
        assertThat(judged(provider("humaneval"), record, block("def one():\n    return 2")).verdict())
                .isEqualTo(Verdict.INCORRECT);
    }
}
