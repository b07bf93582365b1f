package dev.ipw.cli.mcp;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.profile.ProfileCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Plugins;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/** The tool by which an assistant measures a model: 'ipw profile' with a few of its options, one run at a time. */
final class ProfileTool {
    private static final int MAX_CHARACTERS = 4_000;
    /** The characters that mark a file path or an address. */
    private static final Pattern NAMES_MORE = Pattern.compile("[:/\\\\]");
    /** The arguments that equal options, with their option. */
    private static final Map<String, String> OPTIONS = Map.of("client", "--client", "base_url", "--client-base-url",
            "model",
            "--model", "dataset", "--dataset", "evaluator", "--evaluator", "max_queries", "--max-queries",
            "concurrency",
            "--concurrency", "rate", "--rate", "run_name", "--run-name", "telemetry", "--telemetry");
    private static final String SCHEMA = """
            "client": {"type": "string", "description": "the client, such as embedded, openai, ollama or vllm; openai with base_url, else embedded by default"},
            "base_url": {"type": "string", "description": "where the server is, such as http://127.0.0.1:8000/v1"},
            "model": {"type": "string"},
            "dataset": {"type": "string", "description": "the id of a dataset; the client's by default"},
            "evaluator": {"type": "string", "description": "the id of an evaluator; the dataset's by default"},
            "max_queries": {"type": "integer", "minimum": 1, "description": "how many questions at most"},
            "concurrency": {"type": "integer", "minimum": 1, "description": "requests in flight; 1 by default"},
            "rate": {"type": "number", "exclusiveMinimum": 0, "description": "requests started per second, instead of concurrency"},
            "telemetry": {"type": "string", "description": "auto, none, or ids of collectors; auto by default"},
            "run_name": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"}""";

    private final RunsFolder folder;
    private final CommandContext ipw;
    /** The lock that prevents parallel measurements: each would measure the other too. */
    private final ReentrantLock measuring = new ReentrantLock();

    ProfileTool(RunsFolder folder, CommandContext ipw) {
        this.folder = folder;
        this.ipw = ipw;
    }

    ServedTool tool() {
        return new ServedTool("profile",
                "Ask a model the questions of a dataset, measure what the answers cost, and keep the run."
                        + " It takes as long as the model needs: start with few queries. It sends questions to the server at base_url.",
                ReadingTools.schema(SCHEMA, ""), false, this::profile);
    }

    private TreeBuilder profile(ToolInput input) throws InterruptedException {
        if (!measuring.tryLock()) {
            throw new ConfigurationException(
                    "A run is being measured. Wait for its end: two at once would measure each other");
        }
        try {
            return result(arguments(input));
        } finally {
            measuring.unlock();
        }
    }

    private List<String> arguments(ToolInput input) {
        // A path would let an assistant send any file to any server.
        input.text("dataset")
                .filter(id -> Plugins.builder("dataset", DatasetProvider.class).classLoader(ipw.classLoader()).build()
                        .find(id.replaceFirst("@.*", "")).isEmpty())
                .ifPresent(id -> {
                    throw new ConfigurationException("There is no dataset '" + Excerpt.of(id, MAX_CHARACTERS)
                            + "'. Files are not taken here; 'ipw list datasets' names the datasets");
                });
        input.text("telemetry").filter(selection -> NAMES_MORE.matcher(selection).find()).ifPresent(selection -> {
            throw new ConfigurationException("telemetry takes auto, none, or ids of collectors, not '"
                    + Excerpt.of(selection, MAX_CHARACTERS)
                    + "'. Files and addresses are not taken here; 'ipw list collectors' names the collectors");
        });
        List<String> arguments = new ArrayList<>(
                List.of(ProfileCommand.NAME, "--json", "--quiet", "--output-dir=" + folder.root()));
        OPTIONS.forEach((name, option) -> input.text(name).ifPresent(value -> arguments.add(option + "=" + value)));
        return arguments;
    }

    private TreeBuilder result(List<String> arguments) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal captured = Terminal.of(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), Map.of());
        int exitCode = ipw.runNested(arguments, captured);
        String messages = Excerpt.start(err.toString(StandardCharsets.UTF_8).strip(), MAX_CHARACTERS);
        if (exitCode == ExitCode.INTERRUPTED) {
            throw new InterruptedException(messages);
        }
        if (out.size() == 0) {
            throw new ConfigurationException(messages);
        }
        try {
            return TreeBuilder.object().put("exit_code", (long) exitCode).put("messages", messages.lines().toList())
                    .put("run", Json.toPlain(Json.parse(out.toByteArray())));
        } catch (JsonSyntaxException broken) {
            throw new IllegalStateException("The result of the run is no JSON", broken);
        }
    }
}
