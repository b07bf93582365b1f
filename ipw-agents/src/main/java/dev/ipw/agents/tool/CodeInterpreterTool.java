package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.inference.ToolDefinition;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tool that runs Python in a sandbox.
 *
 * @param sandbox runs it
 */
record CodeInterpreterTool(CommandSandbox sandbox) implements AgentTool {
    private static final Pattern FENCED = Pattern.compile("(?s)\\A\\s*```\\w*\\n(.*?)\\n?```\\s*\\z");
    private static final ToolDefinition DEFINITION = new ToolDefinition("code_interpreter",
            "Run a Python 3 script in the working folder and see what it prints. Each call is a new process; files stay. There is"
                    + " no network.",
            """
                    {"type": "object", "properties": {"code": {"type": "string", "description": "the whole script; print what you \
                    want to see"}}, "required": ["code"], "additionalProperties": false}""");

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
        String code = arguments.requireText("code");
        Matcher fenced = FENCED.matcher(code);
        String script = fenced.matches() ? fenced.group(1) : code;
        ArgumentLimit.require(script, workspace);
        return ProgramOutput.of(sandbox.run(new SandboxProgram.Python(script), workspace, Optional.empty()));
    }
}
