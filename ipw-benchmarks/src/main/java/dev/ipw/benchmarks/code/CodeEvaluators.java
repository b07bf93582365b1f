package dev.ipw.benchmarks.code;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.PluginCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The evaluators that run an answer's program. */
public final class CodeEvaluators implements PluginCatalogue {
    /** Creates the catalogue; {@link java.util.ServiceLoader} calls this. */
    public CodeEvaluators() {}

    @Override
    public Class<EvaluatorProvider> type() {
        return EvaluatorProvider.class;
    }

    @Override
    public List<CodeProvider> plugins() {
        return List.of(
                new CodeProvider("humaneval", "runs a function against its checks, in a sandbox",
                        Duration.ofSeconds(10), CodeEvaluators::humanEval),
                new CodeProvider("livecodebench", "runs a program against all its tests, in a sandbox",
                        Duration.ofSeconds(6), new LiveCodeBenchTests()),
                new CodeProvider("mbpp", "runs a program against its assertions, in a sandbox",
                        Duration.ofSeconds(10), CodeEvaluators::mbpp));
    }

    private static Optional<CodeTask> humanEval(DatasetRecord question, String answer) {
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

    private static Optional<CodeTask> mbpp(DatasetRecord question, String answer) {
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
