package dev.ipw.benchmarks.code;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.internal.json.Json;
import java.time.Duration;
import java.util.Optional;

/** The provider of the evaluator {@code mbpp}: a program, run against the assertions of its record. */
public final class MbppEvaluatorProvider extends CodeProvider {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public MbppEvaluatorProvider() {
        super("mbpp", "runs a program against its assertions, in a sandbox", TIMEOUT, MbppEvaluatorProvider::task);
    }

    private static Optional<CodeTask> task(DatasetRecord question, String answer) {
        Optional<String> program = CodeText.lastBlock(answer)
                .or(() -> Optional.of(answer).filter(text -> text.strip().startsWith("def ")));
        String setup = Fields.text(question, "test_setup_code");
        ArrayNode tests = Json.array();
        for (String check : Fields.texts(question, "test_list")) {
            tests.addObject().put("check", setup + "\n" + check + "\n");
        }
        return program.map(code -> new CodeTask(code, "asserts", "", tests));
    }
}
