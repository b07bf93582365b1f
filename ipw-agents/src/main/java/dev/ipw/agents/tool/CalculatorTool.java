package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.inference.ToolDefinition;

/** A tool that calculates. */
final class CalculatorTool implements AgentTool {
    private static final ToolDefinition DEFINITION = new ToolDefinition("calculator",
            "Calculate an arithmetic expression exactly, such as (1/3 + 0.25) * 12^2 or sqrt(2) * sin(pi / 4).",
            """
                    {"type": "object", "properties": {"expression": {"type": "string", "description": "numbers, + - * / // % ^, \
                    parentheses, pi, e, sqrt, abs, round, floor, ceil, min, max, factorial, exp, ln, log10, log2, sin, cos, tan, \
                    asin, acos, atan (radians)"}}, "required": ["expression"], "additionalProperties": false}""");

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException {
        return Calculation.of(arguments.requireText("expression")).toString();
    }

    @Override
    public boolean changesState() {
        return false;
    }
}
