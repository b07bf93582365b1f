package dev.ipw.cli.options;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options for the model that judges answers and for the unsandboxed execution of programs from answers. */
public final class JudgeOptions {
    @Option(names = "--judge-model", paramLabel = "NAME",
            description = "The model that judges answers, several with commas between them; its key is read from"
                    + " IPW_EVAL_API_KEY or OPENAI_API_KEY.")
    private Optional<String> model = Optional.empty();

    @Option(names = "--judge-client", paramLabel = "ID", description = "The client of the judge. Default: openai.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--judge-base-url", paramLabel = "URL", description = "Where the judge's server is.")
    private Optional<String> baseUrl = Optional.empty();

    @Option(names = "--unsafe-local-execution",
            description = "Run programs of answers on this machine, without a sandbox. They can do what you can.")
    private boolean isUnsafe;

    /** Returns the parameters of evaluators that were typed as options. */
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        model.ifPresent(value -> parameters.put("judge_model", value));
        client.ifPresent(value -> parameters.put("judge_client", value));
        baseUrl.ifPresent(value -> parameters.put("judge_base_url", value));
        if (isUnsafe) {
            parameters.put("unsafe_local_execution", "true");
        }
        return parameters;
    }
}
