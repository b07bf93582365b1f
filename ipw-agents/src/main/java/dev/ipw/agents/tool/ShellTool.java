package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.inference.ToolDefinition;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A tool that runs shell commands in a sandbox.
 *
 * @param sandbox runs them
 */
record ShellTool(CommandSandbox sandbox) implements AgentTool {
    private static final double MILLIS = 1e3;
    private static final ToolDefinition DEFINITION = new ToolDefinition("shell",
            "Run commands in a shell, in the working folder. Each call is a new shell; files stay. There may be no network.",
            """
                    {"type": "object", "properties": {"command": {"type": "string"}, "timeout_seconds": {"type": "number", \
                    "exclusiveMinimum": 0}}, "required": ["command"], "additionalProperties": false}""");

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
        OptionalDouble seconds = arguments.number("timeout_seconds");
        Optional<Duration> limit = seconds.isPresent()
                ? Optional.of(Duration.ofMillis(Math.max(1, Math.round(seconds.getAsDouble() * MILLIS))))
                : Optional.empty();
        String command = arguments.requireText("command");
        ArgumentLimit.require(command, workspace);
        return ProgramOutput.of(sandbox.run(new SandboxProgram.Shell(command), workspace, limit));
    }
}
