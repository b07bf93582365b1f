package dev.ipw.agents.miniswe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.agents.tool.ArgumentLimit;
import dev.ipw.agents.tool.CommandSandbox;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.json.Json;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A tool that runs one command in a new shell and returns, as JSON, its exit code and its output; of a long output
 * the head and the tail.
 *
 * @param sandbox   runs the command
 * @param submitted receives a submission: everything that a successful command prints after the line of the mark
 */
record BashTool(CommandSandbox sandbox, Consumer<String> submitted) implements AgentTool {
    /** The tool's name. */
    static final String NAME = "bash";
    private static final int MAX_CHARACTERS = 10_000;
    private static final int KEPT = 5_000;
    private static final ToolDefinition DEFINITION = new ToolDefinition(NAME,
            "Run a command in a new bash, in the working folder.",
            """
                    {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"], \
                    "additionalProperties": false}""");

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
        String commands = "exec 2>&1\n" + arguments.requireText("command");
        ArgumentLimit.require(commands, workspace);
        CommandResult result = sandbox.run(new SandboxProgram.Shell(commands), workspace, Optional.empty());
        if (result.end() == CommandEnd.FINISHED && result.exitCode() == 0) {
            String[] lines = result.output().stripLeading().split("\\R", 2);
            if (lines[0].strip().equals(MiniSweAgent.SUBMIT)) {
                submitted.accept(lines.length > 1 ? lines[1] : "");
            }
        }
        ObjectNode reply = Json.object().put("returncode", result.exitCode());
        String output = result.output();
        if (output.length() < MAX_CHARACTERS) {
            reply.put("output", output);
        } else {
            reply.put("output_head", output.substring(0, KEPT))
                    .put("output_tail", output.substring(output.length() - KEPT))
                    .put("elided_chars", output.length() - 2 * KEPT);
        }
        if (result.end() != CommandEnd.FINISHED) {
            reply.put("exception_info", "The command " + result.end().words());
        }
        return reply.toString();
    }
}
