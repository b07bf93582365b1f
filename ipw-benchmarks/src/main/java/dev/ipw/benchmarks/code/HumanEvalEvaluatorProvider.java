package dev.ipw.benchmarks.code;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.internal.json.Json;
import java.time.Duration;
import java.util.Optional;

/** The provider of the evaluator {@code humaneval}: a function, run against the checks of its record. */
public final class HumanEvalEvaluatorProvider extends CodeProvider {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public HumanEvalEvaluatorProvider() {
        super("humaneval", "runs a function against its checks, in a sandbox", TIMEOUT,
                HumanEvalEvaluatorProvider::task);
    }

    private static Optional<CodeTask> task(DatasetRecord question, String answer) {
        String entry = Fields.text(question, "entry_point");
        String prompt = Fields.text(question, "prompt");
        Optional<String> block = CodeText.lastBlock(answer);
        String code = block.orElse(answer);
        boolean isWhole = code.contains("def " + entry);
        if (block.isEmpty() && !isWhole && !answer.startsWith(" ")) {
            return Optional.empty();
        }
        // Imports of the prompt apply to a whole function too.
        String program = isWhole ? prompt + "    pass\n\n" + code : prompt + code;
        String check = Fields.text(question, "test") + "\ncheck(" + entry + ")\n";
        return Optional.of(new CodeTask(program, "asserts", "",
                Json.array().add(Json.object().put("check", check))));
    }
}
