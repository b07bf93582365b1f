package dev.ipw.agents.terminus;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.AgentProvider;
import dev.ipw.agents.tool.CommandSandbox;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QueryRunner;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The provider of {@code terminus}. */
public final class TerminusAgentProvider implements AgentProvider {
    private static final int MAX_TURNS = 1_000_000;
    private static final int MIN_CONTEXT = 2 * ContextWindow.MIN_REMAINING;
    /**
     * The time limit of a program: a terminal lives from one command to the next, so the limit must not apply to it.
     */
    private static final Duration LONGEST_PROGRAM = Duration.ofDays(7);
    private static final String JSON = "json";
    private static final String XML = "xml";
    private static final List<String> PROTOCOLS = List.of(JSON, XML);

    @Override
    public String id() {
        return "terminus";
    }

    @Override
    public String description() {
        return "types into a tmux terminal and reads its screen until it has said twice that it is done;"
                + " protocol=json (default)|xml, context_tokens=N, temperature=T, sandbox=auto|bubblewrap|podman|docker|environment";
    }

    @Override
    public boolean takesTools() {
        return false;
    }

    @Override
    public QueryRunner create(AgentContext context, Parameters parameters) {
        if (!context.tools().isEmpty()) {
            throw new ConfigurationException(
                    "The agent terminus has a terminal and no other tool: " + Setting.NO_TOOLS);
        }
        if (parameters.text("timeout").isPresent()) {
            throw new ConfigurationException("The agent terminus has no timeout for a single program: limit the time of"
                    + " the whole task " + Setting.QUERY_TIMEOUT);
        }
        String protocol = parameters.text("protocol").orElse(JSON);
        if (!PROTOCOLS.contains(protocol)) {
            throw new ConfigurationException(
                    "protocol of the agent terminus must be one of " + PROTOCOLS + ", not '" + protocol + "'");
        }
        OptionalInt tokens = parameters.integer("context_tokens");
        if (tokens.orElse(MIN_CONTEXT) < MIN_CONTEXT) {
            throw new ConfigurationException("context_tokens of the agent terminus must be at least " + MIN_CONTEXT
                    + ", twice what is kept free, not " + tokens.getAsInt());
        }
        OptionalDouble temperature = parameters.number("temperature");
        if (temperature.orElse(0) < 0) {
            throw new ConfigurationException(
                    "temperature of the agent terminus must be 0 or more, not " + temperature.getAsDouble());
        }
        CommandSandbox sandbox = CommandSandbox.of(context.environment(), parameters);
        return new TerminusAgent(
                new TerminusSettings(protocol.equals(XML) ? new XmlReplyFormat() : new JsonReplyFormat(),
                        context.mostTurns().orElse(MAX_TURNS),
                        new ContextWindow(tokens), temperature),
                new CommandSandbox(sandbox.sandbox(), LONGEST_PROGRAM, sandbox.memoryBytes()), context.longest());
    }
}
