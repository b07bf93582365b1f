package dev.ipw.benchmarks.code;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.ipw.benchmarks.sandbox.SandboxChoice;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The evaluators that run an answer's program. */
public final class CodeEvaluators implements PluginCatalogue {
    @Override
    public Class<EvaluatorProvider> type() {
        return EvaluatorProvider.class;
    }

    @Override
    public List<EvaluatorProvider> plugins() {
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

    /**
     * The provider of an evaluator that runs programs. Parameters: {@code timeout} of one test, {@code memory_mb},
     * {@code sandbox} ({@code auto}, {@code bubblewrap}, {@code podman} or {@code docker}), {@code image} of a
     * container, {@code python}, and {@code unsafe_local_execution=true}.
     *
     * @param id          the evaluator's id
     * @param description the evaluator, in a line
     * @param timeout     the usual time limit of one test
     * @param tests       the tests of an answer
     */
    private record CodeProvider(String id, String description, Duration timeout,
            CodeTests tests) implements EvaluatorProvider {
        private static final List<String> SANDBOXES = List.of("auto", "bubblewrap", "podman", "docker");

        @Override
        public Evaluator create(EvaluatorContext context, Parameters parameters) {
            String wanted = parameters.text("sandbox").orElse("auto");
            if (!SANDBOXES.contains(wanted)) {
                throw new ConfigurationException("The parameter sandbox must be one of " + String.join(", ", SANDBOXES)
                        + ", not '" + wanted + "'");
            }
            boolean isUnsafe = parameters.flag("unsafe_local_execution").orElse(false);
            SandboxChoice choice = SandboxChoice.of(context.variable("PATH").orElse("/usr/bin:/bin"),
                    isUnsafe ? "none" : wanted,
                    parameters.text("python"), parameters.text("image").orElse("python:3.12-slim"));
            if (choice.sandbox().isEmpty()) {
                context.progress("Programs of answers are not run, and stay unscored: " + choice.reason());
            }
            return new CodeEvaluator(tests, CodeSettings.of(parameters, timeout), choice);
        }
    }
}
